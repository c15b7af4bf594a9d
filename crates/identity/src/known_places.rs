//! Where somebody signed in before: a device, by a cookie that it keeps, or an address. Attempts
//! from there are counted apart, so that wrong ones from elsewhere cannot keep a person out.

use kofa_domain::{Result, Timestamp};
use kofa_mail::{MailKind, Mailer, NewMail};
use kofa_store::{Op, PIECE_ROWS, Tx, Value, Vault};

use super::letters;
use super::sessions::{Door, Origin, Person};

/// How long a device is known after a sign-in, in seconds.
pub const DEVICE_SECONDS: i64 = 180 * 24 * 3_600;
/// How long the notice of a sign-in may wait for the mail server, in seconds.
const NOTICE_SECONDS: i64 = 24 * 3_600;
/// How long an address is, in seconds.
pub const ADDRESS_SECONDS: i64 = 7 * 24 * 3_600;

const KNOWN: &str = "select digest from known_place where digest = $1 and expires_at > $2";
const REMEMBER: &str = "insert into known_place (digest, person, expires_at) values ($1, $2, $3) \
     on conflict (digest) do update set expires_at = excluded.expires_at";
const ANY_OF: &str = "select digest from known_place where person = $1 limit 1";
const FORGET_OF: &str = "delete from known_place where person = $1";
const FORGET: &str = "delete from known_place where digest in \
     (select digest from known_place where expires_at < $1 order by expires_at limit $2)";

/// A device or an address as it is known at one door under one name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    pub(crate) digest: [u8; 32],
    seconds: i64,
}

impl Place {
    /// Of a device, by its cookie's text.
    pub fn device(vault: &Vault, door: Door, email: &str, cookie: &str) -> Self {
        Self {
            digest: digest(vault, door, email, &format!("device {cookie}")),
            seconds: DEVICE_SECONDS,
        }
    }

    /// Of a network, as its owner's connections share it.
    pub fn network(vault: &Vault, door: Door, email: &str, network: &str) -> Self {
        Self {
            digest: digest(vault, door, email, &format!("network {network}")),
            seconds: ADDRESS_SECONDS,
        }
    }
}

fn digest(vault: &Vault, door: Door, email: &str, what: &str) -> [u8; 32] {
    let context = match door {
        Door::Portal => "sign-in/portal/place",
        Door::Console => "sign-in/console/place",
    };
    let email = email.trim().to_lowercase();
    vault.blind_index(context, format!("{email}\n{what}"))
}

pub(crate) async fn is_known(tx: &mut Tx<'_>, place: &Place, at: Timestamp) -> Result<bool> {
    let params: [Value<'_>; 2] = [(&place.digest).into(), at.into()];
    Ok(tx.opt(KNOWN, &params).await?.is_some())
}

/// Whether somebody signed in at a place before.
#[derive(Debug)]
pub struct IsKnownPlace {
    pub place: Place,
    pub at: Timestamp,
}

impl Op for IsKnownPlace {
    type Out = bool;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<bool> {
        is_known(tx, &self.place, self.at).await
    }
}

/// Remembers where a person signed in, and tells them by mail if it is a new place and not their
/// first.
#[derive(Debug)]
pub struct RememberPlaces {
    pub person: Person,
    pub email: String,
    pub places: Vec<Place>,
    pub origin: Origin,
    /// `None` where no mail server is configured.
    pub mailer: Option<Mailer>,
    pub at: Timestamp,
}

impl RememberPlaces {
    async fn tell(&self, tx: &mut Tx<'_>, mailer: &Mailer) -> Result<()> {
        for place in &self.places {
            if is_known(tx, place, self.at).await? {
                return Ok(());
            }
        }
        if tx
            .opt(ANY_OF, &[self.person.as_str().into()])
            .await?
            .is_none()
        {
            return Ok(());
        }
        let door = self.person.door();
        let settings = match door {
            Door::Portal => "/portal/sandbox/settings",
            Door::Console => "/console/settings",
        };
        let where_to = (self.at, door, mailer.link(settings));
        let mail = NewMail {
            kind: MailKind::SignIn,
            person: self.person.as_str(),
            to: &self.email,
            tenant: None,
            letter: &letters::sign_in(&self.email, &self.origin, where_to),
            at: self.at,
            expires_at: self.at.plus_seconds(NOTICE_SECONDS),
            once: None,
        };
        mailer.queue(tx, &mail).await
    }
}

impl Op for RememberPlaces {
    type Out = ();

    async fn run(&self, tx: &mut Tx<'_>) -> Result<()> {
        if let Some(mailer) = &self.mailer {
            self.tell(tx, mailer).await?;
        }
        for place in &self.places {
            let params: [Value<'_>; 3] = [
                (&place.digest).into(),
                self.person.as_str().into(),
                self.at.plus_seconds(place.seconds).into(),
            ];
            tx.exec_one(REMEMBER, &params).await?;
        }
        Ok(())
    }
}

/// Forgets where a person signed in, as part of another operation.
pub(crate) async fn forget_places(tx: &mut Tx<'_>, person: &Person) -> Result<()> {
    tx.exec(FORGET_OF, &[person.as_str().into()]).await?;
    Ok(())
}

/// Forgets some places that are known no more; tells how many. Repeat until it is none.
#[derive(Clone, Copy, Debug)]
pub struct PurgePlaces {
    pub now: Timestamp,
}

impl Op for PurgePlaces {
    type Out = u64;

    async fn run(&self, tx: &mut Tx<'_>) -> Result<u64> {
        let params = [self.now.into(), PIECE_ROWS.into()];
        Ok(tx.exec(FORGET, &params).await?)
    }
}
