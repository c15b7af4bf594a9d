//! What a product endpoint is: one static description that admission, prices, the request
//! log, the reference and the router all read.

use kofa_domain::{Kobo, Scope};

/// The two verbs of the contract, and one of what is made beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    Get,
    Post,
    Delete,
}

impl Verb {
    /// `GET`, `POST` or `DELETE`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Delete => "DELETE",
        }
    }
}

/// The shape of failures: which members their body has. From it follow the body itself and its
/// schema in the API description.
#[derive(Debug, PartialEq, Eq)]
pub struct Envelope {
    /// Its name in the API description: `RegistryFailure`.
    pub schema: &'static str,
    pub media_type: &'static str,
    /// The members of the body, in order, and what each holds.
    pub members: &'static [(&'static str, Member)],
    /// The member of an error that links to the page of its code: `docUrl`.
    pub link: &'static str,
}

/// What a member of a failure's body holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Member {
    /// Always `false`.
    Success,
    Status,
    /// What is wrong, for people.
    Message,
    Data,
    /// The id of the request.
    RequestId,
    /// Every error, each with its code.
    Errors,
    /// The page of the code.
    Page,
    /// The title of the code.
    Title,
    Code,
}

impl Envelope {
    /// RFC 9457 problem details: of the account, the admin API and whatever is no product's.
    pub const PROBLEM: &'static Self = &Self {
        schema: "Problem",
        media_type: "application/problem+json",
        members: &[
            ("type", Member::Page),
            ("title", Member::Title),
            ("status", Member::Status),
            ("detail", Member::Message),
            ("code", Member::Code),
            ("requestId", Member::RequestId),
            ("errors", Member::Errors),
        ],
        link: "docUrl",
    };
}

/// An outcome that is charged, for the reference (`x-billable-outcomes`).
#[derive(Clone, Copy, Debug)]
pub struct Billable {
    /// HTTP status, always 2xx.
    pub status: u16,
    pub when: &'static str,
}

/// What else means the same in a query, so that two requests under one `Idempotency-Key` that
/// differ by it only are one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spelling {
    /// A parameter that, where it is absent, has a value.
    Default(&'static str, &'static str),
    /// A list of words parted by commas, in any order, in one parameter or several; where it is
    /// absent, an empty one.
    Words(&'static str),
}

#[derive(Debug)]
pub struct Endpoint {
    /// Names it in prices, logs and OpenAPI: `listOffers`.
    pub operation_id: &'static str,
    pub verb: Verb,
    /// Its path as in OpenAPI: `/api/v1/proof-of-address/jobs/{request_id}`.
    pub path: &'static str,
    /// What the key must carry; `None` for what every key may call.
    pub scope: Option<Scope>,
    /// The shape of its failures.
    pub envelope: &'static Envelope,
    /// Its price until the operator sets another, in kobo, in both environments.
    pub default_price: Kobo,
    /// The outcomes that are charged; all others are free.
    pub billable: &'static [Billable],
    /// Whether it honours `Idempotency-Key`.
    pub idempotent: bool,
    /// Which parameters can be spelled in several ways.
    pub spellings: &'static [Spelling],
    /// Largest body it reads, in bytes.
    pub body_bytes_max: usize,
    /// Longest it may take, in milliseconds; then 504. Without meaning for one that runs to its
    /// end: what it waits for has time limits of its own.
    pub timeout_ms_max: u64,
    /// Whether it may use something up that is no `Idempotency-Key`'s to protect, such as a
    /// consent code: only the time limits of what it waits for bound it then.
    pub outlives_caller: bool,
    /// Whether its work ends when the caller leaves, as long as nothing was sent outside: work of
    /// this machine that takes long. All else goes on and is settled.
    pub stops_with_caller: bool,
    /// Names of parameters and members whose texts name or identify nobody: only these are kept
    /// of a sandbox call, for its page in the portal.
    pub shown: &'static [&'static str],
}

/// Body limit of an endpoint that takes JSON of ordinary size, in bytes.
pub const JSON_BYTES_MAX: usize = 256 * 1024;
/// Time limit of an endpoint without a reason for another, in milliseconds.
pub const TIMEOUT_MS: u64 = 30_000;

impl Endpoint {
    /// A free GET with the usual limits; the other parts by struct update.
    pub const BASE: Self = Self {
        operation_id: "",
        verb: Verb::Get,
        path: "",
        scope: None,
        envelope: Envelope::PROBLEM,
        default_price: Kobo::ZERO,
        billable: &[],
        idempotent: false,
        spellings: &[],
        body_bytes_max: 0,
        timeout_ms_max: TIMEOUT_MS,
        outlives_caller: false,
        stops_with_caller: false,
        shown: &[],
    };

    /// Whether nothing cuts it off before it has ended by itself.
    pub fn runs_to_its_end(&self) -> bool {
        self.idempotent || self.outlives_caller
    }

    /// Whether its answers carry charge headers.
    pub fn is_charged(&self) -> bool {
        !self.billable.is_empty()
    }
}

/// A tenant's wallet and log in one environment, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WalletNo(pub i64);

impl WalletNo {
    /// Bits of a log row's id that number it in its wallet; the rest is the wallet.
    pub const SEQ_BITS: u32 = 40;

    /// The id of the wallet's log row `seq`; rows of one wallet stand together, in order.
    pub fn log_id(self, seq: i64) -> i64 {
        (self.0 << Self::SEQ_BITS) + seq.clamp(0, (1 << Self::SEQ_BITS) - 1)
    }
}
