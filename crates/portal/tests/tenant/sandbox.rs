//! The sandbox's page: play money and the clock.

use http::StatusCode;
use kofa_core::MemberRole;

use crate::world::world;

const PAGE: &str = "/portal/sandbox/sandbox";

#[tokio::test(flavor = "multi_thread")]
async fn the_balance_is_what_was_typed() {
    let world = world().await;
    let owner = world
        .sign_in(&world.ada, MemberRole::SandboxDeveloper)
        .await;
    for (typed, shown) in [("1,234.50", "1,234.50"), ("0.01", "0.01"), ("0", "0.00")] {
        let set = owner
            .post(&format!("{PAGE}/balance"), &[("balance", typed)])
            .await;
        assert_eq!(set.location(), PAGE, "{}", set.text);
        assert!(
            owner
                .get(PAGE)
                .await
                .text
                .contains(&format!("\u{20a6}{shown}"))
        );
    }
    let long = "9".repeat(40);
    for wrong in [
        "",
        "-5",
        "ten",
        "1e9",
        "1.234",
        "\u{0}",
        "99999999999999999",
        long.as_str(),
    ] {
        let refused = owner
            .post(&format!("{PAGE}/balance"), &[("balance", wrong)])
            .await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{wrong}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_offer_is_copied_and_taken_through_its_life() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let copied = owner
        .post(&format!("{PAGE}/offers"), &[("copyOf", "OFR-BAOBAB")])
        .await;
    assert_eq!(copied.location(), PAGE, "{}", copied.text);
    let page = owner.get(PAGE).await.text;
    let at = page.find("/offers/OFR-").unwrap() + "/offers/".len();
    let id = page[at..].split('/').next().unwrap().to_owned();
    let clock = format!("{PAGE}/offers/{id}/advance");
    // Without an answer the page asks, and the clock stands still.
    let asked = owner.post(&clock, &[("to", "listed")]).await;
    assert_eq!(asked.status, StatusCode::OK);
    assert!(asked.text.contains(&format!("Move the clock of {id}?")));
    assert!(asked.text.contains("name=\"to\" value=\"listed\""));
    assert!(!owner.get(PAGE).await.text.contains("Final stage"));
    let sure = ("confirm", "yes");
    for to in ["", "yesterday", "\u{0}"] {
        let refused = owner.post(&clock, &[("to", to), sure]).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{to}");
    }
    let moved = owner.post(&clock, &[("to", "listed"), sure]).await;
    assert_eq!(moved.location(), PAGE, "{}", moved.text);
    assert!(owner.get(PAGE).await.text.contains("Final stage"));
    let back = owner.post(&clock, &[("to", "open"), sure]).await;
    assert_eq!(
        back.status,
        StatusCode::UNPROCESSABLE_ENTITY,
        "forward only"
    );
    let stranger = world.sign_in(&world.bob, MemberRole::Owner).await;
    assert_eq!(
        stranger
            .post(&clock, &[("to", "listed"), sure])
            .await
            .status,
        StatusCode::NOT_FOUND
    );
    for id in ["OFR-BAOBAB", "OFR-NONE", "x", "%00"] {
        let path = format!("{PAGE}/offers/{id}/advance");
        assert_eq!(
            owner.post(&path, &[("to", "open"), sure]).await.status,
            StatusCode::NOT_FOUND
        );
    }
    for of in ["", "OFR-NONE", "\u{0}", "x' or 1=1"] {
        let refused = owner
            .post(&format!("{PAGE}/offers"), &[("copyOf", of)])
            .await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{of}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn live_has_no_play() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let page = owner.get("/portal/live/sandbox").await;
    assert!(
        page.text
            .contains("Test tools are available in sandbox only")
    );
    for (path, field) in [
        ("balance", ("balance", "5")),
        ("offers", ("copyOf", "OFR-BAOBAB")),
        ("offers/OFR-BAOBAB/advance", ("to", "open")),
    ] {
        let path = format!("/portal/live/sandbox/{path}");
        assert_eq!(
            owner.post(&path, &[field]).await.status,
            StatusCode::NOT_FOUND,
            "{path}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_that_is_sent_twice_makes_one_copy() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    let page = owner.get(PAGE).await.text;
    let once = page.split("name=\"once\" value=\"").nth(1).unwrap();
    let once = once.split('"').next().unwrap();
    let form = [("copyOf", "OFR-BAOBAB"), ("once", once)];
    let path = format!("{PAGE}/offers");
    let (first, second) = tokio::join!(owner.post(&path, &form), owner.post(&path, &form));
    let third = owner.post(&path, &form).await;
    for answer in [&first, &second, &third] {
        assert_eq!(answer.location(), PAGE, "{}", answer.text);
    }
    let copies = || async { owner.get(PAGE).await.text.matches("/advance\"").count() };
    assert_eq!(copies().await, 1);
    let other = owner.post(&path, &form[..1]).await;
    assert_eq!(other.location(), PAGE, "{}", other.text);
    assert_eq!(copies().await, 2);
}
