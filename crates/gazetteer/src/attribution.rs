//! Whose work the tables are. `data/README.md` says which file owes what to whom.

/// Lines to print wherever the product names its sources, as the licences ask.
pub const ATTRIBUTION: &[&str] = &[
    "naija-data by Akanji Oluwaseun Gabriel (CC BY 4.0)",
    "GeoNames (CC BY 4.0)",
    "ng-address-toolkit, Copyright (c) 2026 Sly611 (MIT)",
    "mykeels/inec-polling-units, Copyright (c) 2012-2022 Michael Ikechi and others (MIT)",
];
