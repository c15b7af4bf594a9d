//! The people of a tenant: all see them, owners invite and change them.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use http::StatusCode;
use kofa_commands::platform::factor_rule::RequireSecondFactor;
use kofa_commands::platform::members::{
    DisableMember, EnableMember, InviteCreated, InviteMember, OpenMemberReset, RevokeInvite,
    SetMemberRole, Whose,
};
use kofa_commands::platform::single_sign_on::UnlinkMember;
use kofa_commands::{Command, Entry};
use kofa_core::{MemberRole, Right};
use kofa_domain::{Error, MemberId, Result, Sensitive, Timestamp, codes};
use kofa_identity::members::{FindMember, ListMembers, MEMBERS_MAX, Member, MemberStatus};
use kofa_identity::tenants::FindTenant;

use super::asked::Asked;
use crate::auth::must_confirm;
use crate::kit::show::Html;
use crate::kit::{
    CommandForm, Faults, Form, Layout, MemberForm, Page, Refusal, SignedInMember, WebState, go,
    must_be_fresh, part, respond, show,
};

/// Members of a page.
const LINES: usize = 50;

/// `GET /portal/{environment}/members`
#[derive(Debug, Template)]
#[template(path = "tenant/members.html")]
struct MembersPage<'a> {
    layout: &'a Layout,
    home: &'a str,
    members: Vec<Line>,
    may_change: bool,
    /// Whether all need a second factor.
    need_factor: bool,
    first: String,
    next: String,
}

/// A member in the list.
#[derive(Debug)]
struct Line {
    id: MemberId,
    email: String,
    name: String,
    is_me: bool,
    role: &'static str,
    means: &'static str,
    /// How the status is coloured, and what it says.
    status: (&'static str, &'static str),
    factor: &'static str,
    seen: Html,
}

/// A role to choose.
#[derive(Debug)]
struct Choice {
    word: &'static str,
    name: &'static str,
    means: &'static str,
    is_chosen: bool,
}

fn choices(chosen: MemberRole) -> Vec<Choice> {
    let choice = |role: MemberRole| Choice {
        word: role.as_str(),
        name: show::member_role(role),
        means: show::member_role_means(role),
        is_chosen: role == chosen,
    };
    MemberRole::ALL.into_iter().map(choice).collect()
}

impl Line {
    fn new(member: Member, me: &str, now: Timestamp) -> Self {
        let open = member.invite.as_ref().map(|(_, ends)| *ends > now);
        let status = match (member.status, open) {
            (MemberStatus::Active, _) => ("ok", "Active"),
            (MemberStatus::Disabled, _) => ("bad", "Disabled"),
            (MemberStatus::Invited, Some(true)) => ("warn", "Invited"),
            (MemberStatus::Invited, Some(false)) => ("bad", "Invite expired"),
            (MemberStatus::Invited, None) => ("bad", "No invite"),
        };
        let never = if member.status == MemberStatus::Invited {
            "–"
        } else {
            "More than a month ago"
        };
        Self {
            is_me: member.id.as_str() == me,
            id: member.id,
            email: member.email,
            name: member.name,
            role: show::member_role(member.role),
            means: show::member_role_means(member.role),
            status,
            factor: match (member.has_second_factor, member.status) {
                (true, _) => "On",
                (false, MemberStatus::Invited) => "–",
                (false, _) => "Off",
            },
            seen: member
                .seen_at
                .map_or_else(|| Html(never.to_owned()), |at| show::ago(at, now)),
        }
    }
}

/// `GET /portal/{environment}/members/invite`
#[derive(Debug, Template)]
#[template(path = "tenant/member-invite.html")]
struct InvitePage<'a> {
    layout: &'a Layout,
    home: &'a str,
    email: &'a str,
    roles: Vec<Choice>,
    faults: Faults,
}

/// `GET /portal/{environment}/members/{member}`
#[derive(Debug, Template)]
#[template(path = "tenant/member.html")]
struct MemberPage<'a> {
    layout: &'a Layout,
    home: &'a str,
    member: &'a Member,
    stage: Stage,
    roles: Vec<Choice>,
    faults: Faults,
}

/// What can be done about a member.
#[derive(Debug)]
enum Stage {
    Me,
    /// What became of the link so far, and whether there is one to take back.
    Invited(Html, bool),
    Active,
    Disabled,
}

impl Stage {
    fn of(member: &Member, me: &str, now: Timestamp) -> Self {
        match (member.status, &member.invite) {
            _ if member.id.as_str() == me => Self::Me,
            (MemberStatus::Active, _) => Self::Active,
            (MemberStatus::Disabled, _) => Self::Disabled,
            (MemberStatus::Invited, None) => Self::Invited(Html::default(), false),
            (MemberStatus::Invited, Some((_, ends))) if *ends > now => {
                let text = format!("The current link works until {}.", show::moment(*ends));
                Self::Invited(Html(text), true)
            }
            (MemberStatus::Invited, Some((_, ends))) => {
                let text = format!("The link expired {}.", show::ago(*ends, now));
                Self::Invited(Html(text), true)
            }
        }
    }
}

/// A link that is shown once.
#[derive(Debug, Template)]
#[template(path = "tenant/member-link.html")]
struct LinkPage<'a> {
    layout: &'a Layout,
    home: &'a str,
    email: &'a str,
    link: Sensitive<String>,
    /// Whether it is an invite; otherwise it sets a password.
    is_invite: bool,
    expires_at: Timestamp,
    now: Timestamp,
}

fn home(signed_in: &SignedInMember) -> String {
    format!("/portal/{}/members", signed_in.environment.as_str())
}

fn me(signed_in: &SignedInMember) -> String {
    let person = signed_in.of.person();
    person.map_or_else(String::new, |person| person.as_str().to_owned())
}

fn layout(web: &WebState, signed_in: &SignedInMember, title: &str) -> Layout {
    Layout::portal(web, signed_in, "members", title)
}

pub(super) async fn list(
    State(web): State<Arc<WebState>>,
    RawQuery(query): RawQuery,
    signed_in: SignedInMember,
) -> Page {
    let tenant = signed_in.of.tenant.clone();
    let find = FindTenant {
        tenant: tenant.clone(),
    };
    let members = web.admin.store.read(ListMembers { tenant }).await?;
    let (tenant, _) = web.admin.store.read(find).await?;
    let layout = layout(&web, &signed_in, "Members");
    let me = me(&signed_in);
    let asked = Asked::read(query.as_deref());
    let (members, next) = part(members, asked.text("from"), LINES);
    let lines = members.into_iter();
    let lines = lines.map(|member| Line::new(member, &me, signed_in.by.at));
    let home = home(&signed_in);
    let page = MembersPage {
        layout: &layout,
        members: lines.collect(),
        first: match asked.text("from") {
            "" => String::new(),
            _ => home.clone(),
        },
        next: next.map_or_else(String::new, |next| format!("{home}?from={next}")),
        home: &home,
        may_change: may_change(&signed_in),
        need_factor: tenant.members_need_second_factor,
    };
    Ok(respond(&web, &layout, StatusCode::OK, &page))
}

pub(super) async fn require_factor(
    State(web): State<Arc<WebState>>,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    signed_in
        .by
        .actor
        .needs(Right::Members(&signed_in.of.tenant))?;
    let home = home(&signed_in);
    must_confirm(&web, &signed_in, &form, &home).await?;
    let require = RequireSecondFactor {
        tenant: signed_in.of.tenant.clone(),
        required: form.is_ticked("required"),
    };
    let rule = web.admin.run(signed_in.by.clone(), require).await?;
    let said = match rule.required {
        true => "Two-factor authentication is now required for all members.",
        false => "Two-factor authentication is now optional.",
    };
    Ok(go(&web, &home, said))
}

/// Whether the pages offer changes: an operator who looks has the rights of support.
fn may_change(signed_in: &SignedInMember) -> bool {
    signed_in.may(Right::Members(&signed_in.of.tenant))
}

/// Refuses who may not change members, then asks for a fresh proof of who they are.
fn must_own(signed_in: &SignedInMember, back: &str) -> Result<(), Refusal> {
    signed_in
        .by
        .actor
        .needs(Right::Members(&signed_in.of.tenant))?;
    must_be_fresh(signed_in, back)
}

fn invite_form(
    web: &WebState,
    signed_in: &SignedInMember,
    email: &str,
    role: MemberRole,
    faults: Faults,
) -> Response {
    let layout = layout(web, signed_in, "Invite member");
    let status = faults.status();
    let page = InvitePage {
        layout: &layout,
        home: &home(signed_in),
        email,
        roles: choices(role),
        faults,
    };
    respond(web, &layout, status, &page)
}

fn invite_place(signed_in: &SignedInMember) -> String {
    format!("{}/invite", home(signed_in))
}

pub(super) async fn invite_page(
    State(web): State<Arc<WebState>>,
    signed_in: SignedInMember,
) -> Page {
    must_own(&signed_in, &invite_place(&signed_in))?;
    let role = MemberRole::Developer;
    Ok(invite_form(&web, &signed_in, "", role, Faults::default()))
}

pub(super) async fn invite(
    State(web): State<Arc<WebState>>,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    signed_in
        .by
        .actor
        .needs(Right::Members(&signed_in.of.tenant))?;
    must_confirm(&web, &signed_in, &form, &invite_place(&signed_in)).await?;
    let invite = of::<InviteMember>(&signed_in).filled(&form);
    let invite = invite.run_as::<InviteMember>(&web.admin, signed_in.by.clone());
    match invite.await {
        Ok(invite) => Ok(invited(&web, &signed_in, invite)),
        Err(error) => {
            let role = MemberRole::parse(form.text("role")).unwrap_or(MemberRole::Developer);
            let faults = Faults::of(error)?;
            Ok(invite_form(
                &web,
                &signed_in,
                form.text("email"),
                role,
                faults,
            ))
        }
    }
}

/// A command about the reader's own tenant.
fn of<C: Command>(signed_in: &SignedInMember) -> CommandForm {
    CommandForm::new(Entry::of::<C>()).with("tenantId", signed_in.of.tenant.as_str())
}

fn invited(web: &WebState, signed_in: &SignedInMember, invite: InviteCreated) -> Response {
    let link = (invite.email, invite.invite_url, invite.expires_at);
    link_page(web, signed_in, ("Invite link", true), link)
}

/// The page with a link, which is shown once.
fn link_page(
    web: &WebState,
    signed_in: &SignedInMember,
    (title, is_invite): (&str, bool),
    (email, link, expires_at): (String, Sensitive<String>, Timestamp),
) -> Response {
    let layout = layout(web, signed_in, title);
    let page = LinkPage {
        layout: &layout,
        home: &home(signed_in),
        email: &email,
        link,
        is_invite,
        expires_at,
        now: signed_in.by.at,
    };
    respond(web, &layout, StatusCode::OK, &page)
}

/// The member that a path names, of the tenant of whoever asks.
async fn find(web: &WebState, signed_in: &SignedInMember, text: &str) -> Result<Member> {
    let unknown = || Error::new(&codes::NOT_FOUND, "Member not found.");
    let member = MemberId::parse(text).ok_or_else(unknown)?;
    let tenant = signed_in.of.tenant.clone();
    web.admin.store.read(FindMember { tenant, member }).await
}

fn member_place(signed_in: &SignedInMember, member: &MemberId) -> String {
    format!("{}/{member}", home(signed_in))
}

fn member_form(
    web: &WebState,
    signed_in: &SignedInMember,
    member: &Member,
    faults: Faults,
) -> Response {
    let layout = layout(web, signed_in, &member.email);
    let status = faults.status();
    let page = MemberPage {
        layout: &layout,
        home: &home(signed_in),
        member,
        stage: Stage::of(member, &me(signed_in), signed_in.by.at),
        roles: choices(member.role),
        faults,
    };
    respond(web, &layout, status, &page)
}

/// The path of a page about one member: `/portal/{environment}/members/{member}/…`.
type OfMember = Path<(String, String)>;

pub(super) async fn member_page(
    State(web): State<Arc<WebState>>,
    Path((_, id)): OfMember,
    signed_in: SignedInMember,
) -> Page {
    signed_in
        .by
        .actor
        .needs(Right::Members(&signed_in.of.tenant))?;
    let member = find(&web, &signed_in, &id).await?;
    must_own(&signed_in, &member_place(&signed_in, &member.id))?;
    Ok(member_form(&web, &signed_in, &member, Faults::default()))
}

/// Who a form is about, once it is certain that its sender may change them.
async fn subject(
    web: &WebState,
    (signed_in, form): (&SignedInMember, &Form),
    id: &str,
) -> Result<Member, Refusal> {
    signed_in
        .by
        .actor
        .needs(Right::Members(&signed_in.of.tenant))?;
    let member = find(web, signed_in, id).await?;
    must_confirm(web, signed_in, form, &member_place(signed_in, &member.id)).await?;
    Ok(member)
}

pub(super) async fn set_role(
    State(web): State<Arc<WebState>>,
    Path((_, id)): OfMember,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    let member = subject(&web, (&signed_in, &form), &id).await?;
    let set = of::<SetMemberRole>(&signed_in)
        .with("memberId", member.id.as_str())
        .filled(&form);
    match set
        .run_as::<SetMemberRole>(&web.admin, signed_in.by.clone())
        .await
    {
        Ok(set) => {
            let role = show::member_role(set.role).to_lowercase();
            let said = format!("{} now has the role {role}.", member.email);
            Ok(go(&web, &home(&signed_in), &said))
        }
        Err(error) => Ok(member_form(&web, &signed_in, &member, Faults::of(error)?)),
    }
}

pub(super) async fn disable(
    State(web): State<Arc<WebState>>,
    Path((_, id)): OfMember,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    let member = subject(&web, (&signed_in, &form), &id).await?;
    let disable = DisableMember {
        of: whose(&signed_in, &member),
    };
    let done = web.admin.run(signed_in.by.clone(), disable).await;
    after(&web, &signed_in, &member, (done, "has been disabled."))
}

pub(super) async fn enable(
    State(web): State<Arc<WebState>>,
    Path((_, id)): OfMember,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    let member = subject(&web, (&signed_in, &form), &id).await?;
    let enable = EnableMember {
        of: whose(&signed_in, &member),
    };
    let done = web.admin.run(signed_in.by.clone(), enable).await;
    after(&web, &signed_in, &member, (done, "can sign in again."))
}

fn whose(signed_in: &SignedInMember, member: &Member) -> Whose {
    Whose {
        tenant: signed_in.of.tenant.clone(),
        member: member.id.clone(),
    }
}

/// Back to the list with what was done, or the page with what was wrong.
fn after(
    web: &WebState,
    signed_in: &SignedInMember,
    member: &Member,
    (done, said): (Result<()>, &str),
) -> Page {
    match done {
        Ok(()) => Ok(go(
            web,
            &home(signed_in),
            &format!("{} {said}", member.email),
        )),
        Err(error) => Ok(member_form(web, signed_in, member, Faults::of(error)?)),
    }
}

pub(super) async fn reset_link(
    State(web): State<Arc<WebState>>,
    Path((_, id)): OfMember,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    let member = subject(&web, (&signed_in, &form), &id).await?;
    let open = OpenMemberReset {
        of: whose(&signed_in, &member),
    };
    match web.admin.run(signed_in.by.clone(), open).await {
        Ok(made) => {
            let link = (made.email, made.reset_url, made.expires_at);
            Ok(link_page(&web, &signed_in, ("Reset link", false), link))
        }
        Err(error) => Ok(member_form(&web, &signed_in, &member, Faults::of(error)?)),
    }
}

/// Forgets which account of the company's provider a member came in by.
pub(super) async fn unlink(
    State(web): State<Arc<WebState>>,
    Path((_, id)): OfMember,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    let member = subject(&web, (&signed_in, &form), &id).await?;
    let unlink = UnlinkMember {
        of: whose(&signed_in, &member),
    };
    let done = web.admin.run(signed_in.by.clone(), unlink).await;
    let said = "will be linked to the next provider account with their email address.";
    after(&web, &signed_in, &member, (done, said))
}

/// A new link for who has not accepted theirs.
pub(super) async fn invite_again(
    State(web): State<Arc<WebState>>,
    Path((_, id)): OfMember,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    let member = subject(&web, (&signed_in, &form), &id).await?;
    let invite = InviteMember {
        tenant: signed_in.of.tenant.clone(),
        email: member.email.clone(),
        role: MemberRole::parse(form.text("role")).unwrap_or(member.role),
    };
    match web.admin.run(signed_in.by.clone(), invite).await {
        Ok(invite) => Ok(invited(&web, &signed_in, invite)),
        Err(error) => Ok(member_form(&web, &signed_in, &member, Faults::of(error)?)),
    }
}

pub(super) async fn revoke_invite(
    State(web): State<Arc<WebState>>,
    Path((_, id)): OfMember,
    MemberForm { signed_in, form }: MemberForm,
) -> Page {
    let member = subject(&web, (&signed_in, &form), &id).await?;
    let Some((invite, _)) = member.invite.clone() else {
        let faults = Faults::general("There is no invite to revoke.");
        return Ok(member_form(&web, &signed_in, &member, faults));
    };
    let tenant = signed_in.of.tenant.clone();
    let revoke = RevokeInvite { tenant, invite };
    web.admin.run(signed_in.by.clone(), revoke).await?;
    let said = format!("Invite for {} revoked.", member.email);
    Ok(go(&web, &home(&signed_in), &said))
}
