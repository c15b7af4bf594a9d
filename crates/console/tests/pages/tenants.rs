//! Tenants, prices, ledger, operators and audit log as an operator goes through them.

use http::StatusCode;
use kofa_core::OperatorRole;
use kofa_domain::{Environment, Scope};
use kofa_identity::tenants::FindTenant;

use crate::client::Console;

#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_is_taken_on_found_and_suspended() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    assert!(
        ops.page("/console/tenants")
            .await
            .contains("No tenants yet")
    );
    let form = [("name", "Ada & Co"), ("email", "Ada@Example.com")];
    let made = ops.post("/console/tenants", &form).await;
    assert_eq!(made.status, StatusCode::CREATED);
    assert!(
        made.text
            .contains("http://localhost:8080/invite/kofa_invite_")
    );
    // Sent again, as by reloading the page.
    let again = ops.post("/console/tenants", &form).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(!again.text.contains("kofa_invite_") && again.text.contains("Ada &#38; Co"));

    let found = ops.page("/console/tenants?search=ada").await;
    assert!(found.contains("Ada &#38; Co") && found.contains("ada@example.com"));
    let id = found.split("/console/tenants/ten_").nth(1).unwrap();
    let id = format!("ten_{}", &id[..32]);
    assert!(
        ops.page("/console/tenants?search=zzz")
            .await
            .contains("No matching tenants")
    );

    let one = format!("/console/tenants/{id}");
    let status = format!("{one}/status");
    let silent = ops.post(&status, &[("status", "suspended")]).await;
    assert_eq!(silent.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(silent.text.contains("Reason is required"));
    let form = [
        ("status", "suspended"),
        ("reason", "Unpaid since May"),
        ("confirm", "Ada & Co"),
    ];
    // Without the answer, and with another one, the page asks and nothing is done.
    for (sent, told) in [
        (&form[..2], "Suspend Ada &#38; Co?"),
        (&typo(&form), "exactly"),
    ] {
        let asked = ops.post(&status, sent).await;
        assert_eq!(asked.status, StatusCode::OK);
        let kept = asked
            .text
            .contains("name=\"reason\" value=\"Unpaid since May\"");
        assert!(kept && asked.text.contains(told), "{}", asked.text);
    }
    assert!(ops.page(&one).await.contains(">active<"));
    let suspended = ops.post(&status, &form).await;
    assert_eq!(
        (suspended.status, suspended.location()),
        (StatusCode::SEE_OTHER, one.as_str())
    );
    assert_eq!(suspended.said(), "Ada & Co is now suspended.");
    let page = ops.page(&one).await;
    assert!(page.contains("Unpaid since May") && page.contains("Resume"));
}

/// A form with another answer than the one that is asked for.
fn typo<'a>(form: &[(&'a str, &'a str); 3]) -> Vec<(&'a str, &'a str)> {
    [&form[..2], &[("confirm", "ada")]].concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn switches_and_limits_hold() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    let tenant = console.tenant("ada").await.id;
    let one = format!("/console/tenants/{tenant}");
    let form = [
        ("scope", "investment_ipo"),
        ("environment", "live"),
        ("enabled", "true"),
        ("confirm", "ada"),
    ];
    let switched = ops.post(&format!("{one}/services"), &form).await;
    assert_eq!(switched.said(), "IPO subscriptions is on in Live.");
    let form = [("requestsPerSecond", "7"), ("burst", "9")];
    let limited = ops.post(&format!("{one}/limits/live"), &form).await;
    assert_eq!(limited.status, StatusCode::SEE_OTHER);
    let store = &console.web.admin.store;
    let (_, access) = store.read(FindTenant { tenant }).await.unwrap();
    assert!(access.is_enabled(Scope::new("investment_ipo"), Environment::Live));
    let rate = access.rate(Environment::Live);
    assert_eq!((rate.per_second, rate.burst), (7, 9));
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tenants_come_in_pages() {
    let console = Console::new().await;
    let support = console.operator(OperatorRole::Support).await;
    for number in 0..60 {
        console.tenant(&format!("shop-{number:02}")).await;
    }
    for path in ["/console/tenants?", "/console/tenants?search=shop"] {
        let first = support.page(path).await;
        let rows = |page: &str| page.matches("<th scope=\"row\">").count();
        assert_eq!(rows(&first), 50, "{path}");
        let next = first.split("rel=\"next\"").next().unwrap();
        let next = next
            .rsplit("href=\"")
            .next()
            .unwrap()
            .split('"')
            .next()
            .unwrap();
        let rest = support.page(&next.replace("&#38;", "&")).await;
        assert_eq!(rows(&rest), 10, "{path}");
        assert!(rest.contains("First page") && !rest.contains("Next page"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn several_tenants_are_suspended_after_they_were_named() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    let (ada, bola) = (
        console.tenant("ada").await.id,
        console.tenant("bola").await.id,
    );
    let chidi = console.tenant("chidi").await.id;
    let path = "/console/tenants/status";
    let chosen = [("tenant", ada.as_str()), ("tenant", bola.as_str())];
    let suspend = [("status", "suspended"), ("reason", "Unpaid")];
    let form = [chosen, suspend].concat();
    for (wrong, told) in [
        (&form[2..], "Select from 1 to 100 tenants."),
        (&form[..3], "Reason is required"),
        (
            &[chosen[0], ("status", "gone"), ("reason", "x")][..],
            "must be",
        ),
    ] {
        let refused = ops.post(path, wrong).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{told}");
        assert!(refused.text.contains(told), "{told}: {}", refused.text);
    }
    let asked = ops.post(path, &form).await;
    assert_eq!(asked.status, StatusCode::OK);
    assert!(asked.text.contains("Suspend 2 tenants?"));
    assert!(asked.text.contains("<li>ada (") && asked.text.contains("<li>bola ("));
    assert!(!asked.text.contains("<li>chidi"));
    let status = async |id: &kofa_domain::TenantId| {
        let find = FindTenant { tenant: id.clone() };
        console
            .web
            .admin
            .store
            .read(find)
            .await
            .unwrap()
            .0
            .status
            .as_str()
    };
    assert_eq!(status(&ada).await, "active");
    let sure = [&form[..], &[("confirm", "SUSPEND")]].concat();
    let done = ops.post(path, &sure).await;
    assert_eq!(done.said(), "2 tenants suspended.");
    assert_eq!(
        (status(&ada).await, status(&chidi).await),
        ("suspended", "active")
    );
    let all = [&sure[..], &[("tenant", chidi.as_str())]].concat();
    let more = ops.post(path, &all).await;
    assert_eq!(
        more.said(),
        "1 tenant suspended. 2 tenants already suspended."
    );
    // One entry a tenant, with the reason.
    let audit = ops.page("/console/audit?action=tenant.status").await;
    assert_eq!(audit.matches("suspended \u{201c}").count(), 3, "{audit}");
    assert_eq!(audit.matches("Unpaid").count(), 3);
    let resume = [
        ("tenant", ada.as_str()),
        ("status", "active"),
        ("reason", "Paid"),
    ];
    let back = [&resume[..], &[("confirm", "yes")]].concat();
    assert_eq!(ops.post(path, &back).await.said(), "1 tenant resumed.");
    let none = [("tenant", "ten_x"), suspend[0], suspend[1]];
    assert_eq!(ops.post(path, &none).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn tenants_are_sorted_and_exported() {
    let console = Console::new().await;
    let support = console.operator(OperatorRole::Support).await;
    for name in ["ada", "bola \"B\" & co"] {
        console.tenant(name).await;
    }
    let roll = kofa_insight::calls::RollStandings {
        now: crate::client::NOW,
    };
    console
        .web
        .admin
        .store
        .write_until_none(roll)
        .await
        .unwrap();
    let sandbox = "/console/tenants?environment=sandbox";
    let page = support.page(&format!("{sandbox}&sort=balance")).await;
    assert_eq!(page.matches("<th scope=\"row\">").count(), 2);
    assert!(page.contains("aria-sort=\"descending\"") && page.contains("order=least"));
    let least = support
        .page(&format!("{sandbox}&sort=balance&order=least"))
        .await;
    assert!(least.contains("aria-sort=\"ascending\""));
    let found = support.page("/console/tenants?search=bol&sort=calls").await;
    assert!(found.contains("sorted by match") && !found.contains("aria-sort"));
    let file = support
        .get("/console/tenants/export.csv?environment=sandbox")
        .await;
    assert_eq!(file.headers["content-type"], "text/csv; charset=utf-8");
    assert_eq!(file.text.lines().count(), 3, "{}", file.text);
    assert!(file.text.starts_with("id,vendorId,name"));
    assert!(
        file.text.contains("\"bola \"\"B\"\" & co\""),
        "{}",
        file.text
    );
    assert!(
        file.text.contains(",sandbox,3,10000000,0,0,"),
        "{}",
        file.text
    );
    let some = support.get("/console/tenants/export.csv?search=ada").await;
    assert_eq!(some.text.lines().count(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_of_another_tenant_is_not_there() {
    let console = Console::new().await;
    let owner = console.operator(OperatorRole::Owner).await;
    let (ada, bola) = (
        console.tenant("ada").await.id,
        console.tenant("bola").await.id,
    );
    let key = console.key(&ada, Environment::Live).await.id;
    let revoke = |tenant| format!("/console/tenants/{tenant}/keys/{key}/revoke");
    let foreign = owner.post(&revoke(&bola), &[]).await;
    assert_eq!(foreign.status, StatusCode::NOT_FOUND);
    let keys = format!("/console/tenants/{ada}/keys");
    assert!(owner.page(&keys).await.contains("active"));
    assert!(
        !owner
            .page(&format!("/console/tenants/{bola}/keys"))
            .await
            .contains("Till")
    );
    let own = owner.post(&revoke(&ada), &[("confirm", "ada")]).await;
    assert_eq!(
        (own.status, own.location()),
        (StatusCode::SEE_OTHER, keys.as_str())
    );
    assert!(owner.page(&keys).await.contains("revoked"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_is_rotated_for_a_reason_and_shown_once() {
    let console = Console::new().await;
    let (ops, support) = (
        console.operator(OperatorRole::Ops).await,
        console.operator(OperatorRole::Support).await,
    );
    let (ada, bola) = (
        console.tenant("ada").await.id,
        console.tenant("bola").await.id,
    );
    let key = console.key(&ada, Environment::Live).await;
    let path = |tenant| format!("/console/tenants/{tenant}/keys/{}/rotate", key.id);
    assert_eq!(ops.get(&path(&bola)).await.status, StatusCode::NOT_FOUND);
    let page = ops.page(&path(&ada)).await;
    let once = page.split("name=\"once\" value=\"").nth(1).unwrap();
    let once = once.split('"').next().unwrap();
    let form = [
        ("graceSeconds", "900"),
        ("reason", "They lost it"),
        ("once", once),
    ];
    for (wrong, told) in [
        (&form[..1], "Reason"),
        (&form[1..], "Grace seconds is required"),
        (
            &[("graceSeconds", "7"), ("reason", "x")][..],
            "Grace seconds must be",
        ),
    ] {
        let refused = ops.post(&path(&ada), wrong).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.text.contains(told), "{told}: {}", refused.text);
    }
    let forbidden = support.post(&path(&ada), &form).await;
    assert_eq!(forbidden.status, StatusCode::FORBIDDEN);
    let text = |page: &str| {
        let at = page.find("kofa_live_").unwrap();
        page[at..].split('<').next().unwrap().to_owned()
    };
    let made = ops.post(&path(&ada), &form).await;
    assert_eq!(made.status, StatusCode::CREATED);
    let new = text(&made.text);
    assert!(kofa_domain::parse_api_key(&new).is_ok(), "{new}");
    assert!(made.text.contains("works until"));
    // The same form again tells the same key.
    assert_eq!(text(&ops.post(&path(&ada), &form).await.text), new);
    let keys = ops.page(&format!("/console/tenants/{ada}/keys")).await;
    assert!(!keys.contains(&new) && keys.contains("rotating"));
    assert_eq!(keys.matches("<th scope=\"row\">").count(), 2);
    let noted = ops
        .page(&format!("/console/audit?tenantId={ada}&action=key"))
        .await;
    assert!(noted.contains("key.rotate") && noted.contains("They lost it"));
    assert!(!noted.contains(&new));
}

/// What was typed waits in the page that asks for the password.
#[tokio::test(flavor = "multi_thread")]
async fn a_late_form_waits_for_the_password() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    let ada = console.tenant("ada").await.id;
    let key = console.key(&ada, Environment::Live).await;
    let path = format!("/console/tenants/{ada}/keys/{}/rotate", key.id);
    console.clock.advance_seconds(11 * 60);
    let form = [("graceSeconds", "900"), ("reason", "They \"lost\" it")];
    let asked = ops.post(&path, &form).await;
    assert_eq!(asked.status, StatusCode::FORBIDDEN);
    for part in [
        "action=\"/console/confirm\"",
        &format!("name=\"to\" value=\"{path}\""),
        "name=\"typed.graceSeconds\" value=\"900\"",
        "name=\"typed.reason\" value=\"They &#34;lost&#34; it\"",
    ] {
        assert!(asked.text.contains(part), "{part}: {}", asked.text);
    }
    let keys = ops.page(&format!("/console/tenants/{ada}/keys")).await;
    assert!(!keys.contains("rotating"));
    // A link to set a new password: its form has nothing to type, and is sent on as well.
    let owner = console.operator(OperatorRole::Owner).await;
    let operators = owner.page("/console/operators").await;
    let link = operators.split('"').find(|it| it.ends_with("/reset-link"));
    let link = link.unwrap();
    console.clock.advance_seconds(11 * 60);
    let asked = owner.post(link, &[]).await;
    assert_eq!(asked.status, StatusCode::FORBIDDEN);
    let to = format!("name=\"to\" value=\"{link}\"");
    assert!(asked.text.contains(&to), "{}", asked.text);
    // Who may not is told so, and asked for nothing.
    let support = console.operator(OperatorRole::Support).await;
    console.clock.advance_seconds(11 * 60);
    let refused = support.post(&path, &form).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert!(!refused.text.contains("/console/confirm\""));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_at_a_portal_is_short_and_seen() {
    let console = Console::new().await;
    let support = console.operator(OperatorRole::Support).await;
    let tenant = console.tenant("ada").await.id;
    let look = format!("/console/tenants/{tenant}/look");
    let bare = support.post(&look, &[]).await;
    assert_eq!(bare.status, StatusCode::UNPROCESSABLE_ENTITY);
    let looking = support.post(&look, &[("reason", "They asked.")]).await;
    assert_eq!(
        (looking.status, looking.location()),
        (StatusCode::SEE_OTHER, "/portal")
    );
    let cookie = looking
        .cookies()
        .into_iter()
        .find(|one| one.contains("kofa-portal="));
    assert!(cookie.unwrap().contains("Max-Age=1800"));
    let page = support.page(&format!("/console/tenants/{tenant}")).await;
    assert!(page.contains("viewed the portal") && page.contains("They asked."));
    assert!(page.contains("<b>ip</b> 0.0.0.0"), "{page}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_price_is_seen_before_it_is_set() {
    let console = Console::new().await;
    let finance = console.operator(OperatorRole::Finance).await;
    let tenant = console.tenant("ada").await.id;
    let price = "/console/prices/listThings/live";
    let preview = finance.post(price, &[("amount", "7.50")]).await;
    assert_eq!(preview.status, StatusCode::OK);
    assert!(preview.text.contains("\u{20a6}7.50") && preview.text.contains("Set price"));
    assert!(finance.page(price).await.contains("No changes yet"));
    let set = finance
        .post(price, &[("amount", "7.50"), ("seen", "yes")])
        .await;
    assert_eq!((set.status, set.location()), (StatusCode::SEE_OTHER, price));
    assert!(
        finance
            .page("/console/prices")
            .await
            .contains("\u{20a6}7.50")
    );

    let own = [
        ("amount", "3"),
        ("tenantId", tenant.as_str()),
        ("effectiveAt", "2026-12-01T08:00"),
        ("seen", "yes"),
    ];
    let set = finance.post(price, &own).await;
    assert_eq!(set.location(), format!("{price}?tenantId={tenant}"));
    let page = finance.page(set.location()).await;
    assert!(page.contains("2026-12-01T07:00:00.000Z") && page.contains("scheduled"));
    for (field, wrong) in [
        ("amount", "10,000,000.01"),
        ("amount", "-1"),
        ("effectiveAt", "2020-01-01T00:00"),
        ("effectiveAt", "soon"),
    ] {
        let mut form = vec![("amount", "1"), ("seen", "yes")];
        form.retain(|(name, _)| *name != field);
        form.push((field, wrong));
        let refused = finance.post(price, &form).await;
        assert_eq!(
            refused.status,
            StatusCode::UNPROCESSABLE_ENTITY,
            "{field} {wrong}"
        );
        assert!(refused.text.contains("class=\"fault\""), "{field} {wrong}");
    }
    let nobody = [("amount", "1"), ("tenantId", "ten_nobody")];
    assert_eq!(
        finance.post(price, &nobody).await.status,
        StatusCode::NOT_FOUND
    );
    let unknown = finance.get("/console/prices/noSuchThing/live").await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_ledger_is_proved_and_the_audit_log_is_searched_and_exported() {
    let console = Console::new().await;
    let owner = console.operator(OperatorRole::Owner).await;
    let tenant = console.tenant("ada").await.id;
    assert!(
        owner
            .page("/console/ledger")
            .await
            .contains("No ledger checks yet")
    );
    let proved = owner.post("/console/ledger/prove", &[]).await;
    assert_eq!(
        proved.said(),
        "The ledger is balanced and the audit chain is intact."
    );
    assert!(owner.page("/console/ledger").await.contains("Balanced"));

    let all = owner.page("/console/audit").await;
    assert!(all.contains("ledger.prove") && all.contains("tenant.create"));
    assert!(all.contains("Op owner"), "operators have their names");
    let some = owner
        .page("/console/audit?action=tenant&from=2026-11-21&until=2026-11-21")
        .await;
    assert!(some.contains("tenant.create") && !some.contains("ledger.prove"));
    let of_ada = owner
        .page(&format!("/console/audit?tenantId={tenant}"))
        .await;
    assert!(!of_ada.contains("operator.create"));
    let none = owner.page("/console/audit?until=2026-11-20").await;
    assert!(none.contains("No matching results"));
    let wrong = owner.get("/console/audit?tenantId=x&from=never").await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);

    let export = owner.get("/console/audit/export?action=tenant").await;
    assert_eq!(export.headers["content-type"], "application/x-ndjson");
    let lines: Vec<serde_json::Value> = export
        .text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["action"], "tenant.create");
    assert_eq!(lines[0]["tenantId"], tenant.as_str());
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_are_made_and_disabled_but_never_the_last_owner() {
    let console = Console::new().await;
    let owner = console.operator(OperatorRole::Owner).await;
    let form = [
        ("name", "Eve"),
        ("email", "eve@example.com"),
        ("role", "finance"),
        ("password", "a long enough one, 7 words"),
    ];
    let made = owner.post("/console/operators", &form).await;
    assert_eq!(made.status, StatusCode::CREATED);
    assert!(made.text.contains("kofa_admin_"));
    let again = owner.post("/console/operators", &form).await;
    assert_eq!(again.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        !again.text.contains("7 words"),
        "a password is shown to nobody"
    );
    let page = owner.page("/console/operators").await;
    assert!(page.contains("eve@example.com") && !page.contains("kofa_admin_"));
    let id_of = |email: &str| {
        let row = page.split(email).nth(1).unwrap();
        let link = row.split("/console/operators/").nth(1).unwrap();
        link[..36].to_owned()
    };
    let ids = [id_of("eve@example.com"), id_of("owner-")];
    let reset = format!("/console/operators/{}/reset-link", ids[0]);
    let link = owner.post(&reset, &[]).await;
    assert_eq!(link.status, StatusCode::CREATED);
    assert!(link.text.contains("kofa_reset_"));
    let disabled = owner
        .post(
            &format!("/console/operators/{}/disable", ids[0]),
            &[("confirm", "yes")],
        )
        .await;
    assert_eq!(disabled.status, StatusCode::SEE_OTHER);
    let last = owner
        .post(
            &format!("/console/operators/{}/disable", ids[1]),
            &[("confirm", "yes")],
        )
        .await;
    assert_eq!(last.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(last.text.contains("This is the last owner"));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invite_of_a_member_is_shown_once_and_can_be_made_again() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    let tenant = console.tenant("ada").await.id;
    let members = format!("/console/tenants/{tenant}/members");
    let form = [("email", "bola@example.com"), ("role", "developer")];
    let first = ops.post(&members, &form).await;
    let second = ops.post(&members, &form).await;
    let link = |text: &str| text.split("/invite/").nth(1).unwrap()[..60].to_owned();
    assert_eq!(
        (first.status, second.status),
        (StatusCode::CREATED, StatusCode::CREATED)
    );
    assert_ne!(link(&first.text), link(&second.text));
    assert!(!ops.page(&members).await.contains("kofa_invite_"));
    let taken = [("email", "not an address"), ("role", "king")];
    let refused = ops.post(&members, &taken).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_stays_in_the_form() {
    let console = Console::new().await;
    let ops = console.operator(OperatorRole::Ops).await;
    let tenant = console.tenant("ada").await.id;
    let one = format!("/console/tenants/{tenant}");
    let form = [("requestsPerSecond", "0"), ("burst", "777777")];
    let refused = ops.post(&format!("{one}/limits/sandbox"), &form).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let told = "Burst\u{201d} must be from 1 to 100000.";
    for part in [
        "value=\"0\"",
        "value=\"777777\"",
        told,
        "id=\"burst-sandbox-hint\"",
    ] {
        assert!(refused.text.contains(part), "{part}: {}", refused.text);
    }
    // Live is as it was, and nothing is wrong with it.
    assert_eq!(refused.text.matches("value=\"777777\"").count(), 1);
    assert_eq!(refused.text.matches("aria-invalid=\"true\"").count(), 2);
    assert!(!refused.text.contains("id=\"burst-live-hint\""));
    let long = "x".repeat(600);
    let form = [
        ("status", "suspended"),
        ("reason", long.as_str()),
        ("confirm", "ada"),
    ];
    let refused = ops.post(&format!("{one}/status"), &form).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(refused.text.contains(&format!("value=\"{long}\"")));
    assert!(!ops.page(&one).await.contains("777777"));
}
