//! A member's name, and which mails they get.

use http::StatusCode;
use kofa_core::MemberRole;

use crate::world::world;

const PATH: &str = "/portal/sandbox/settings/profile";

/// How many boxes the page has, and how many are ticked.
fn boxes(page: &str) -> (usize, usize) {
    let all = page.matches("type=\"checkbox\" name=\"mail\"").count();
    (all, page.matches("\" checked>").count())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_member_says_their_name_and_which_mails_they_want() {
    let world = world().await;
    let owner = world.sign_in(&world.ada, MemberRole::Owner).await;
    assert!(owner.page("/portal/sandbox/settings").await.contains(PATH));
    assert_eq!(boxes(&owner.page(PATH).await), (7, 7));
    let form = [("name", " Ada Obi "), ("mail", "wallet"), ("mail", "key")];
    let saved = owner.post(PATH, &form).await;
    assert_eq!(saved.said(), "Profile saved.");
    let page = owner.page(PATH).await;
    assert!(page.contains("value=\"Ada Obi\""));
    assert_eq!(boxes(&page), (7, 2));
    let members = owner.page("/portal/sandbox/members").await;
    assert!(members.contains("Ada Obi") && members.contains("ada@example.com"));
    let audit = owner.page("/portal/sandbox/audit").await;
    assert!(audit.contains("Ada Obi (ada@example.com)"));
    assert!(audit.contains("changed their profile"));

    let wrong = owner.post(PATH, &[("name", "A\u{202e}B")]).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(boxes(&wrong.text), (7, 0), "what was ticked stays");
    assert_eq!(boxes(&owner.page(PATH).await), (7, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn each_role_chooses_among_what_it_may_get() {
    let world = world().await;
    for (role, count) in [
        (MemberRole::Developer, 5),
        (MemberRole::Finance, 2),
        (MemberRole::Viewer, 1),
    ] {
        let member = world.sign_in(&world.ada, role).await;
        assert_eq!(boxes(&member.page(PATH).await), (count, count), "{role:?}");
        // What is not theirs to choose is not looked at.
        let forged = [("mail", "live"), ("mail", "reset"), ("mail", "nonsense")];
        let saved = member.post(PATH, &forged).await;
        assert_eq!(saved.status, StatusCode::SEE_OTHER);
        assert_eq!(boxes(&member.page(PATH).await), (count, 0), "{role:?}");
    }
}
