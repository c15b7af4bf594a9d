//! The shapes of a subscription request and its answers.

use serde::Serialize;
use utoipa::ToSchema;

use crate::ports::Registration;
use crate::rules::{ADDRESS_CHARS, COMPANY_NAME_CHARS, Checked, NAME_CHARS, Warning};
use crate::subscription::Subscription;
use crate::words::{Naira, NoErrors, OfferTypeWord, ProfileTypeWord};

const _: () = assert!(
    NAME_CHARS == 100 && ADDRESS_CHARS == 300 && COMPANY_NAME_CHARS == 200,
    "the schema says so too"
);

/// An application for shares. Unknown fields are ignored.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "it describes the body, which is read field by field"
)]
pub(crate) struct SubscribeRequest {
    #[schema(format = Uuid)]
    vendor_id: String,
    /// An offer whose `isSubscribable` is true.
    #[schema(min_length = 1, max_length = 64, example = "OFR-BAOBAB")]
    offer_id: String,
    #[schema(inline)]
    offer_type: OfferTypeWord,
    /// The minimum of the offer, plus any number of times its `multiple`.
    #[schema(minimum = 1, example = 40)]
    number_of_shares: i64,
    /// A broker whose `active` is true; without a CHN, one that accepts new clients.
    #[schema(min_length = 1, max_length = 64, example = "meristem-stockbrokers")]
    broker_id: String,
    #[schema(inline)]
    profile_type: ProfileTypeWord,
    #[schema(min_length = 1, max_length = 100, example = "Ngozi")]
    first_name: String,
    #[schema(min_length = 1, max_length = 100, example = "Okafor")]
    last_name: String,
    /// INDIVIDUAL and JOINT applicants must be 18, a MINOR must be younger; CORPORATE need not say
    /// it.
    #[schema(format = Date, example = "1990-04-12")]
    date_of_birth: Option<String>,
    /// Required, except for CORPORATE.
    #[schema(pattern = "^(Female|Male)$", example = "Female")]
    gender: Option<String>,
    #[schema(format = Email, max_length = 254, example = "ngozi@example.com")]
    email: String,
    /// A Nigerian mobile number.
    #[schema(min_length = 11, max_length = 64, example = "08031234567")]
    phone_number: String,
    /// Required for INDIVIDUAL and JOINT. In the sandbox 22222222220 passes.
    #[schema(pattern = "^[0-9]{11}$", example = "22222222220")]
    bvn: Option<String>,
    /// Required for INDIVIDUAL and JOINT. In the sandbox 70123456780 passes.
    #[schema(pattern = "^[0-9]{11}$", example = "70123456780")]
    nin: Option<String>,
    #[schema(
        min_length = 1,
        max_length = 300,
        example = "12 Admiralty Way, Lekki Phase 1"
    )]
    address: String,
    /// Name or ISO 3166 code of a country.
    #[schema(min_length = 2, max_length = 100, example = "Nigeria")]
    nationality: String,
    /// Required for Nigerians: one of the 36 states or the FCT.
    #[schema(max_length = 100, example = "Lagos")]
    state: Option<String>,
    /// Required for Nigerians: a local government area in that state.
    #[schema(max_length = 100, example = "Eti-Osa")]
    lga: Option<String>,
    /// 0 unknown, 1 single, 2 married, 3 divorced, 4 widowed, 5 separated. Required, but for
    /// CORPORATE.
    #[schema(minimum = 0, maximum = 5, example = 1)]
    marital_status: Option<i64>,
    /// Required, except for CORPORATE.
    #[schema(min_length = 1, max_length = 100, example = "Chidi Okafor")]
    next_of_kin_full_name: Option<String>,
    /// A Nigerian mobile number. Required, except for CORPORATE.
    #[schema(min_length = 11, max_length = 64, example = "08057654321")]
    next_of_kin_phone: Option<String>,
    /// The code of the bank with this `bankId`.
    #[schema(pattern = "^[0-9]{3,6}$", example = "058")]
    bank_code: String,
    #[schema(minimum = 1, example = 12)]
    bank_id: i64,
    /// Ten digits (NUBAN); the check digit must fit a deposit bank. In the sandbox
    /// 0000000000 passes at every bank.
    #[schema(pattern = "^[0-9]{10}$", example = "0000000000")]
    bank_account_number: String,
    /// Whether the applicant has a Clearing House Number.
    #[schema(example = false)]
    has_existing_chn_depository: bool,
    /// The Clearing House Number; required in a rights issue.
    #[schema(min_length = 6, max_length = 64, example = json!(null))]
    chn: Option<String>,
    /// Whether to pay by card; otherwise from the bank account.
    #[schema(example = false)]
    is_card_payment: bool,
    /// Your own reference for the application, without personal data. It is returned in the
    /// transaction, and you can search by it.
    #[schema(pattern = "^[A-Za-z0-9._:-]{0,64}$", example = json!(null))]
    client_reference: Option<String>,
    /// The second applicant. Required for JOINT, not allowed otherwise.
    second_applicant: Option<RelatedPersonInput>,
    /// The guardian. Required for MINOR, not allowed otherwise. `relationship` is required.
    guardian: Option<RelatedPersonInput>,
    /// Required for CORPORATE, and goes with nothing else. `firstName` to `nin` are then of who
    /// signs for it.
    company: Option<CompanyInput>,
}

/// A person who applies together with the applicant or on their behalf; 18 or older.
#[derive(Debug, ToSchema)]
#[schema(as = RelatedPerson, rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "it describes the body, which is read field by field"
)]
pub(crate) struct RelatedPersonInput {
    #[schema(min_length = 1, max_length = 100, example = "Chidi")]
    first_name: String,
    #[schema(min_length = 1, max_length = 100, example = "Okafor")]
    last_name: String,
    #[schema(format = Date, example = "1988-11-02")]
    date_of_birth: String,
    gender: GenderWord,
    #[schema(format = Email, max_length = 254, example = "chidi@example.com")]
    email: Option<String>,
    /// A Nigerian mobile number.
    #[schema(min_length = 11, max_length = 64, example = "08057654321")]
    phone_number: String,
    /// Another one than the applicant's. In the sandbox 22222222228 passes, too.
    #[schema(pattern = "^[0-9]{11}$", example = "22222222228")]
    bvn: String,
    /// Another one than the applicant's. In the sandbox 70123456788 passes, too.
    #[schema(pattern = "^[0-9]{11}$", example = "70123456788")]
    nin: String,
    #[schema(max_length = 300)]
    address: Option<String>,
    /// The relationship to the applicant: required for a guardian.
    #[schema(example = "Parent")]
    relationship: Option<RelationshipWord>,
}

#[derive(Debug, ToSchema)]
#[schema(as = Relationship, example = "Parent")]
#[expect(
    dead_code,
    reason = "it describes the body, which is read field by field"
)]
pub(crate) enum RelationshipWord {
    Parent,
    Guardian,
    Grandparent,
    Spouse,
    Sibling,
    Child,
    Partner,
    Other,
}

/// A company that applies. Its existence and name are checked with the registry.
#[derive(Debug, ToSchema)]
#[schema(as = ApplyingCompany, rename_all = "camelCase")]
#[expect(
    dead_code,
    reason = "it describes the body, which is read field by field"
)]
pub(crate) struct CompanyInput {
    /// With or without `RC`, `BN`, `IT`, `LP` or `LLP` before it.
    #[schema(min_length = 1, max_length = 64, example = "RC1885308")]
    rc_number: String,
    /// The type of entity, as in the endpoints of the registry.
    #[schema(max_length = 64, example = "COMPANY")]
    entity_type: Option<String>,
    #[schema(min_length = 1, max_length = 200, example = "Zebra Logistics Limited")]
    name: String,
}

#[derive(Debug, ToSchema)]
#[schema(as = Gender, example = "Female")]
#[expect(
    dead_code,
    reason = "it describes the body, which is read field by field"
)]
pub(crate) enum GenderWord {
    Female,
    Male,
}

/// The response to a subscription.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SubscribeAnswer<'a> {
    /// Always true: the request was processed.
    success: bool,
    message: &'static str,
    data: SubscribeData<'a>,
    errors: NoErrors,
}

/// The identifiers of the subscription.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SubscribeData<'a> {
    /// Whether the exchange registered it; false while this is not known.
    success: bool,
    message: &'static str,
    /// The Kofa id of the subscription.
    #[schema(format = Uuid)]
    local_subscription_id: &'a str,
    /// Empty until the exchange has responded.
    exchange_reference_number: &'a str,
    /// Empty until the exchange has responded.
    exchange_subscription_id: &'a str,
    /// Shares times price.
    amount: Naira,
    /// The reference of the payment, listed under transactions.
    transaction_reference: &'a str,
    /// Where the investor pays, where a payment provider has a page for it and has said so
    /// already; else look it up under transactions.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(format = "uri")]
    payment_url: Option<String>,
    /// Possible problems that were not a reason to refuse; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    warnings: Vec<WarningRecord>,
}

impl<'a> SubscribeAnswer<'a> {
    pub(super) fn accepted(
        subscription: &'a Subscription,
        registration: &'a Registration,
        (payment_url, warnings): (Option<String>, &[Warning]),
    ) -> Self {
        Self {
            success: true,
            message: "Subscription created.",
            data: SubscribeData {
                success: true,
                message: "The exchange registered the application.",
                local_subscription_id: &subscription.id,
                exchange_reference_number: &registration.reference,
                exchange_subscription_id: &registration.subscription_id,
                amount: Naira(subscription.application.amount),
                transaction_reference: &subscription.transaction_reference,
                payment_url,
                warnings: warnings.iter().map(WarningRecord::from).collect(),
            },
            errors: NoErrors,
        }
    }

    pub(super) fn unknown(subscription: &'a Subscription, warnings: &[Warning]) -> Self {
        Self {
            success: true,
            message: "Subscription received.",
            data: SubscribeData {
                success: false,
                message: "The exchange has not responded yet. The application is stored; do not \
                          send it again.",
                local_subscription_id: &subscription.id,
                exchange_reference_number: "",
                exchange_subscription_id: "",
                amount: Naira(subscription.application.amount),
                transaction_reference: &subscription.transaction_reference,
                payment_url: None,
                warnings: warnings.iter().map(WarningRecord::from).collect(),
            },
            errors: NoErrors,
        }
    }
}

/// The subscription; with `validateOnly=true` the outcome of the checks.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[expect(
    dead_code,
    reason = "it describes the answer, whose two forms are written apart"
)]
pub(crate) enum SubscribeOrDryRunAnswer<'a> {
    Subscribed(SubscribeAnswer<'a>),
    DryRun(DryRunAnswer),
}

/// The outcome of a dry run.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct DryRunAnswer {
    success: bool,
    message: &'static str,
    data: DryRunData,
    errors: NoErrors,
}

/// The request is valid.
#[derive(Debug, Serialize, ToSchema)]
struct DryRunData {
    /// Always true.
    valid: bool,
    /// Shares times price.
    amount: Naira,
    warnings: Vec<WarningRecord>,
}

/// A possible problem that is not a reason to refuse.
#[derive(Debug, Serialize, ToSchema)]
struct WarningRecord {
    field: String,
    message: String,
}

impl From<&Warning> for WarningRecord {
    fn from(warning: &Warning) -> Self {
        Self {
            field: warning.field.clone().into_owned(),
            message: warning.message.clone().into_owned(),
        }
    }
}

impl From<&Checked> for DryRunAnswer {
    fn from(checked: &Checked) -> Self {
        Self {
            success: true,
            message: "The request is valid. Nothing was stored, submitted or charged.",
            data: DryRunData {
                valid: true,
                amount: Naira(checked.application.amount),
                warnings: checked.warnings.iter().map(WarningRecord::from).collect(),
            },
            errors: NoErrors,
        }
    }
}
