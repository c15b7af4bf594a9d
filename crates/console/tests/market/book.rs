//! The book of an offer, filled behind the platform's back.

use kofa_domain::{Clock as _, Ids};
use kofa_investment::sealing::seal;
use kofa_investment::subscription::Person;
use kofa_store::{Type, Value};

use crate::world::World;

fn person() -> Person {
    let text = String::new;
    Person {
        first_name: "Ngozi".to_owned(),
        last_name: "Zubairu-Test".to_owned(),
        date_of_birth: None,
        gender: None,
        email: text(),
        phone: "+2348031239876".to_owned(),
        bvn: Some("22212345678".to_owned()),
        nin: None,
        chn: None,
        address: text(),
        nationality: text(),
        state: None,
        lga: None,
        marital_status: None,
        next_of_kin_name: None,
        next_of_kin_phone: None,
        account_number: "0000014579".to_owned(),
        second_applicant: None,
        guardian: None,
        company: None,
    }
}

/// `many` subscriptions for 40 shares of OFR-BAOBAB in the sandbox, each in `status`.
pub(crate) async fn subscriptions(world: &World, status: &'static str, many: i64) {
    let (now, tenant) = (world.clock.now(), world.tenant(status).await.id);
    let books = ["", "OFR-BAOBAB"].map(|offer| -> [Value<'static>; 5] {
        [
            "sandbox".into(),
            tenant.to_string().into(),
            offer.into(),
            many.into(),
            now.into(),
        ]
    });
    let columns = [
        ("environment", Type::Text),
        ("tenant_id", Type::Text),
        ("offer_id", Type::Text),
        ("last_seq", Type::Int),
        ("last_at", Type::Int),
    ];
    world
        .fill("subscription_book", columns, books.to_vec())
        .await;
    applications(world, many).await;
    states(world, status, many).await;
}

/// What came of looking an applicant up, as it is stored.
const CHECKS: &str = r#"{"policy":"warn","at":0,"checks":[
    {"person":"guardian","kind":"bvn","outcome":"not_found"}]}"#;

async fn applications(world: &World, many: i64) {
    let now = world.clock.now();
    let sealed = seal(&world.vault, "one", &person()).unwrap();
    let row = |no: i64| -> [Value<'static>; 20] {
        let id = Ids.uuid(now).to_string();
        // Those that are shown can be opened: sealing a hundred thousand takes a while.
        let name = match many - no {
            ..=200 => seal(&world.vault, &id, &person()).unwrap().investor_name,
            _ => sealed.investor_name.clone(),
        };
        [
            no.into(),
            id.into(),
            1_i64.into(),
            no.into(),
            2_i64.into(),
            no.into(),
            vec![1_u8].into(),
            "vendor".into(),
            "meristem-stockbrokers".into(),
            1_i64.into(),
            "INDIVIDUAL".into(),
            false.into(),
            false.into(),
            sealed.applicant.clone().into(),
            name.into(),
            Ids.uuid(now).to_string().into(),
            format!("KFT-{no}").into(),
            String::new().into(),
            String::new().into(),
            CHECKS.into(),
        ]
    };
    let rows = (1..=many).map(row).collect();
    let columns = [
        ("no", Type::Int),
        ("id", Type::Text),
        ("tenant_book", Type::Int),
        ("tenant_seq", Type::Int),
        ("offer_book", Type::Int),
        ("offer_seq", Type::Int),
        ("request_id", Type::Bytes),
        ("vendor_id", Type::Text),
        ("broker_id", Type::Text),
        ("bank_id", Type::Int),
        ("profile_type", Type::Text),
        ("is_card_payment", Type::Bool),
        ("has_chn", Type::Bool),
        ("applicant", Type::Bytes),
        ("investor_name", Type::Bytes),
        ("transaction_id", Type::Text),
        ("transaction_reference", Type::Text),
        ("exchange_reference", Type::Text),
        ("exchange_subscription_id", Type::Text),
        ("identity_checks", Type::Text),
    ];
    world.fill("subscription", columns, rows).await;
}

async fn states(world: &World, status: &'static str, many: i64) {
    let now = world.clock.now();
    let (payment, known) = match status {
        "accepted" => ("successful", "accepted"),
        _ => ("pending", "unknown"),
    };
    let state = |no: i64| -> [Value<'static>; 13] {
        [
            no.into(),
            2_i64.into(),
            40_i64.into(),
            0_i64.into(),
            2_000_i64.into(),
            now.into(),
            status.into(),
            payment.into(),
            "pending".into(),
            known.into(),
            (status == "accepted").then_some(now).into(),
            1_i64.into(),
            now.into(),
        ]
    };
    let columns = [
        ("subscription_no", Type::Int),
        ("offer_book", Type::Int),
        ("number_of_shares", Type::Int),
        ("rights_shares", Type::Int),
        ("price_kobo", Type::Int),
        ("created_at", Type::Int),
        ("status", Type::Text),
        ("payment_status", Type::Text),
        ("allotment_status", Type::Text),
        ("exchange_state", Type::Text),
        ("settled_at", Type::Int),
        ("moves", Type::Int),
        ("updated_at", Type::Int),
    ];
    let rows = (1..=many).map(state).collect();
    world.fill("subscription_state", columns, rows).await;
}
