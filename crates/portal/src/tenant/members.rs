//! The people of a tenant: all see them, owners invite and change them.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, RawQuery, State};
use axum::response::Response;
use http::StatusCode;
use kofa_commands::platform::members::{
    DisableMember, EnableMember, InviteCreated, InviteMember, OpenMemberReset, RevokeInvite,
    SetMemberRole, Whose,
};
use kofa_commands::{Command, Entry};
use kofa_core::{MemberRole, Right};
use kofa_domain::{Error, MemberId, Result, Sensitive, Timestamp, codes};
use kofa_identity::members::{FindMember, ListMembers, MEMBERS_MAX, Member, MemberStatus};

use super::asked::Asked;
use crate::enter::must_confirm;
use crate::kit::show::Html;
use crate::kit::{
    CommandForm, Faults, Form, House, MemberForm, MemberSeat, Page, Refusal, Shell, go,
    must_be_fresh, part, respond, show,
};

/// Members of a page.
const LINES: usize = 50;

/// `GET /portal/{environment}/members`
#[derive(Debug, Template)]
#[template(path = "tenant/members.html")]
struct MembersPage<'a> {
    shell: &'a Shell,
    home: &'a str,
    members: Vec<Line>,
    may_change: bool,
    first: String,
    next: String,
}

/// A member in the list.
#[derive(Debug)]
struct Line {
    id: MemberId,
    email: String,
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
            (MemberStatus::Disabled, _) => ("bad", "Locked out"),
            (MemberStatus::Invited, Some(true)) => ("warn", "Invited"),
            (MemberStatus::Invited, Some(false)) => ("bad", "Invite expired"),
            (MemberStatus::Invited, None) => ("bad", "No invite"),
        };
        let never = if member.status == MemberStatus::Invited {
            "–"
        } else {
            "Not within a month"
        };
        Self {
            is_me: member.id.as_str() == me,
            id: member.id,
            email: member.email,
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
    shell: &'a Shell,
    home: &'a str,
    email: &'a str,
    roles: Vec<Choice>,
    faults: Faults,
}

/// `GET /portal/{environment}/members/{member}`
#[derive(Debug, Template)]
#[template(path = "tenant/member.html")]
struct MemberPage<'a> {
    shell: &'a Shell,
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
                let text = format!("The present link works until {}.", show::moment(*ends));
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
    shell: &'a Shell,
    home: &'a str,
    email: &'a str,
    link: Sensitive<String>,
    /// Whether it is an invite; otherwise it sets a password.
    is_invite: bool,
    expires_at: Timestamp,
    now: Timestamp,
}

fn home(seat: &MemberSeat) -> String {
    format!("/portal/{}/members", seat.environment.as_str())
}

fn me(seat: &MemberSeat) -> String {
    let person = seat.of.person();
    person.map_or_else(String::new, |person| person.as_str().to_owned())
}

fn shell(house: &House, seat: &MemberSeat, title: &str) -> Shell {
    Shell::portal(house, seat, "members", title)
}

pub(super) async fn list(
    State(house): State<Arc<House>>,
    RawQuery(query): RawQuery,
    seat: MemberSeat,
) -> Page {
    let tenant = seat.of.tenant.clone();
    let members = house.desk.store.read(ListMembers { tenant }).await?;
    let shell = shell(&house, &seat, "Members");
    let me = me(&seat);
    let asked = Asked::read(query.as_deref());
    let (members, next) = part(members, asked.text("from"), LINES);
    let lines = members.into_iter();
    let lines = lines.map(|member| Line::new(member, &me, seat.by.at));
    let home = home(&seat);
    let page = MembersPage {
        shell: &shell,
        members: lines.collect(),
        first: match asked.text("from") {
            "" => String::new(),
            _ => home.clone(),
        },
        next: next.map_or_else(String::new, |next| format!("{home}?from={next}")),
        home: &home,
        may_change: may_change(&seat),
    };
    Ok(respond(&house, &shell, StatusCode::OK, &page))
}

/// Whether the pages offer changes: an operator who looks has the rights of support.
fn may_change(seat: &MemberSeat) -> bool {
    seat.may(Right::Members(&seat.of.tenant))
}

/// Refuses who may not change members, then asks for a fresh proof of who they are.
fn must_own(seat: &MemberSeat, back: &str) -> Result<(), Refusal> {
    seat.by.actor.needs(Right::Members(&seat.of.tenant))?;
    must_be_fresh(seat, back)
}

fn invite_form(
    house: &House,
    seat: &MemberSeat,
    email: &str,
    role: MemberRole,
    faults: Faults,
) -> Response {
    let shell = shell(house, seat, "Invite a member");
    let status = faults.status();
    let page = InvitePage {
        shell: &shell,
        home: &home(seat),
        email,
        roles: choices(role),
        faults,
    };
    respond(house, &shell, status, &page)
}

fn invite_place(seat: &MemberSeat) -> String {
    format!("{}/invite", home(seat))
}

pub(super) async fn invite_page(State(house): State<Arc<House>>, seat: MemberSeat) -> Page {
    must_own(&seat, &invite_place(&seat))?;
    let role = MemberRole::Developer;
    Ok(invite_form(&house, &seat, "", role, Faults::default()))
}

pub(super) async fn invite(
    State(house): State<Arc<House>>,
    MemberForm { seat, form }: MemberForm,
) -> Page {
    seat.by.actor.needs(Right::Members(&seat.of.tenant))?;
    must_confirm(&house, &seat, &form, &invite_place(&seat)).await?;
    let invite = of::<InviteMember>(&seat).filled(&form);
    let invite = invite.run_as::<InviteMember>(&house.desk, seat.by.clone());
    match invite.await {
        Ok(invite) => Ok(invited(&house, &seat, invite)),
        Err(error) => {
            let role = MemberRole::parse(form.text("role")).unwrap_or(MemberRole::Developer);
            let faults = Faults::of(error)?;
            Ok(invite_form(&house, &seat, form.text("email"), role, faults))
        }
    }
}

/// A command about the reader's own tenant.
fn of<C: Command>(seat: &MemberSeat) -> CommandForm {
    CommandForm::new(Entry::of::<C>()).with("tenantId", seat.of.tenant.as_str())
}

fn invited(house: &House, seat: &MemberSeat, invite: InviteCreated) -> Response {
    let link = (invite.email, invite.invite_url, invite.expires_at);
    link_page(house, seat, ("The invite", true), link)
}

/// The page with a link, which is shown once.
fn link_page(
    house: &House,
    seat: &MemberSeat,
    (title, is_invite): (&str, bool),
    (email, link, expires_at): (String, Sensitive<String>, Timestamp),
) -> Response {
    let shell = shell(house, seat, title);
    let page = LinkPage {
        shell: &shell,
        home: &home(seat),
        email: &email,
        link,
        is_invite,
        expires_at,
        now: seat.by.at,
    };
    respond(house, &shell, StatusCode::OK, &page)
}

/// The member that a path names, of the tenant of whoever asks.
async fn find(house: &House, seat: &MemberSeat, text: &str) -> Result<Member> {
    let unknown = || Error::new(&codes::NOT_FOUND, "There is no such member.");
    let member = MemberId::parse(text).ok_or_else(unknown)?;
    let tenant = seat.of.tenant.clone();
    house.desk.store.read(FindMember { tenant, member }).await
}

fn member_place(seat: &MemberSeat, member: &MemberId) -> String {
    format!("{}/{member}", home(seat))
}

fn member_form(house: &House, seat: &MemberSeat, member: &Member, faults: Faults) -> Response {
    let shell = shell(house, seat, &member.email);
    let status = faults.status();
    let page = MemberPage {
        shell: &shell,
        home: &home(seat),
        member,
        stage: Stage::of(member, &me(seat), seat.by.at),
        roles: choices(member.role),
        faults,
    };
    respond(house, &shell, status, &page)
}

/// The path of a page about one member: `/portal/{environment}/members/{member}/…`.
type OfMember = Path<(String, String)>;

pub(super) async fn member_page(
    State(house): State<Arc<House>>,
    Path((_, id)): OfMember,
    seat: MemberSeat,
) -> Page {
    seat.by.actor.needs(Right::Members(&seat.of.tenant))?;
    let member = find(&house, &seat, &id).await?;
    must_own(&seat, &member_place(&seat, &member.id))?;
    Ok(member_form(&house, &seat, &member, Faults::default()))
}

/// Who a form is about, once it is certain that its sender may change them.
async fn subject(
    house: &House,
    (seat, form): (&MemberSeat, &Form),
    id: &str,
) -> Result<Member, Refusal> {
    seat.by.actor.needs(Right::Members(&seat.of.tenant))?;
    let member = find(house, seat, id).await?;
    must_confirm(house, seat, form, &member_place(seat, &member.id)).await?;
    Ok(member)
}

pub(super) async fn set_role(
    State(house): State<Arc<House>>,
    Path((_, id)): OfMember,
    MemberForm { seat, form }: MemberForm,
) -> Page {
    let member = subject(&house, (&seat, &form), &id).await?;
    let set = of::<SetMemberRole>(&seat)
        .with("memberId", member.id.as_str())
        .filled(&form);
    match set
        .run_as::<SetMemberRole>(&house.desk, seat.by.clone())
        .await
    {
        Ok(set) => {
            let role = show::member_role(set.role).to_lowercase();
            let said = format!("{} has the role {role} now.", member.email);
            Ok(go(&house, &home(&seat), &said))
        }
        Err(error) => Ok(member_form(&house, &seat, &member, Faults::of(error)?)),
    }
}

pub(super) async fn disable(
    State(house): State<Arc<House>>,
    Path((_, id)): OfMember,
    MemberForm { seat, form }: MemberForm,
) -> Page {
    let member = subject(&house, (&seat, &form), &id).await?;
    let disable = DisableMember {
        of: whose(&seat, &member),
    };
    let done = house.desk.run(seat.by.clone(), disable).await;
    after(&house, &seat, &member, (done, "is locked out."))
}

pub(super) async fn enable(
    State(house): State<Arc<House>>,
    Path((_, id)): OfMember,
    MemberForm { seat, form }: MemberForm,
) -> Page {
    let member = subject(&house, (&seat, &form), &id).await?;
    let enable = EnableMember {
        of: whose(&seat, &member),
    };
    let done = house.desk.run(seat.by.clone(), enable).await;
    after(&house, &seat, &member, (done, "can sign in again."))
}

fn whose(seat: &MemberSeat, member: &Member) -> Whose {
    Whose {
        tenant: seat.of.tenant.clone(),
        member: member.id.clone(),
    }
}

/// Back to the list with what was done, or the page with what was wrong.
fn after(
    house: &House,
    seat: &MemberSeat,
    member: &Member,
    (done, said): (Result<()>, &str),
) -> Page {
    match done {
        Ok(()) => Ok(go(house, &home(seat), &format!("{} {said}", member.email))),
        Err(error) => Ok(member_form(house, seat, member, Faults::of(error)?)),
    }
}

pub(super) async fn reset_link(
    State(house): State<Arc<House>>,
    Path((_, id)): OfMember,
    MemberForm { seat, form }: MemberForm,
) -> Page {
    let member = subject(&house, (&seat, &form), &id).await?;
    let open = OpenMemberReset {
        of: whose(&seat, &member),
    };
    match house.desk.run(seat.by.clone(), open).await {
        Ok(made) => {
            let link = (made.email, made.reset_url, made.expires_at);
            Ok(link_page(&house, &seat, ("The reset link", false), link))
        }
        Err(error) => Ok(member_form(&house, &seat, &member, Faults::of(error)?)),
    }
}

/// A new link for who has not accepted theirs.
pub(super) async fn invite_again(
    State(house): State<Arc<House>>,
    Path((_, id)): OfMember,
    MemberForm { seat, form }: MemberForm,
) -> Page {
    let member = subject(&house, (&seat, &form), &id).await?;
    let invite = InviteMember {
        tenant: seat.of.tenant.clone(),
        email: member.email.clone(),
        role: MemberRole::parse(form.text("role")).unwrap_or(member.role),
    };
    match house.desk.run(seat.by.clone(), invite).await {
        Ok(invite) => Ok(invited(&house, &seat, invite)),
        Err(error) => Ok(member_form(&house, &seat, &member, Faults::of(error)?)),
    }
}

pub(super) async fn revoke_invite(
    State(house): State<Arc<House>>,
    Path((_, id)): OfMember,
    MemberForm { seat, form }: MemberForm,
) -> Page {
    let member = subject(&house, (&seat, &form), &id).await?;
    let Some((invite, _)) = member.invite.clone() else {
        let faults = Faults::general("There is no invite to take back.");
        return Ok(member_form(&house, &seat, &member, faults));
    };
    let tenant = seat.of.tenant.clone();
    let revoke = RevokeInvite { tenant, invite };
    house.desk.run(seat.by.clone(), revoke).await?;
    let said = format!("The invite of {} is taken back.", member.email);
    Ok(go(&house, &home(&seat), &said))
}
