//! Whether somebody is who they say: passwords and codes, slowed down by name and by address.

use http::HeaderValue;
use kofa_domain::{Kind, Result, Sensitive, Timestamp, network_of};
use kofa_identity::failures::NoteFailure;
use kofa_identity::guard::{Attempt, CountAttempt, PurgeFailures, SignInName};
use kofa_identity::known_places::{DEVICE_SECONDS, IsKnownPlace, Place, RememberPlaces};
use kofa_identity::password;
use kofa_identity::second_factor::UseFactor;
use kofa_identity::secret::{self, DEVICE, Token};
use kofa_identity::sessions::{FindPerson, Known, Person};

use super::asks::whose;
use super::at::At;
use crate::kit::{Caller, DEVICE_COOKIES, WebState};

/// What came of an attempt.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict<T> {
    Right(T),
    Wrong,
    /// It was not made: so many seconds are to be waited.
    Wait(i64),
}

/// Somebody at a door who says to be `email`.
#[derive(Debug)]
pub(super) struct Claim<'a> {
    pub(super) web: &'a WebState,
    pub(super) at: At,
    pub(super) caller: &'a Caller,
    pub(super) email: &'a str,
}

impl Claim<'_> {
    fn name(&self) -> SignInName {
        SignInName::new(&self.web.admin.vault, self.at.door, self.email)
    }

    /// The cookie of their device, if it brings one.
    fn cookie(&self) -> Option<&str> {
        let cookie = self.caller.devices[self.at.device].as_ref()?.expose();
        secret::presented(DEVICE, cookie, &self.web.admin.vault).map(|_| cookie.as_str())
    }

    fn device(&self, cookie: &str) -> Place {
        Place::device(&self.web.admin.vault, self.at.door, self.email, cookie)
    }

    fn network(&self) -> Place {
        let network = network_of(self.caller.ip).to_string();
        Place::network(&self.web.admin.vault, self.at.door, self.email, &network)
    }

    /// Where they are: the device first.
    fn places(&self) -> Vec<Place> {
        let device = self.cookie().map(|cookie| self.device(cookie));
        device.into_iter().chain([self.network()]).collect()
    }

    /// Whether they signed in on this device before: who shares their address does not keep them
    /// out then.
    async fn is_known_device(&self, at: Timestamp) -> Result<bool> {
        let Some(cookie) = self.cookie() else {
            return Ok(false);
        };
        let place = self.device(cookie);
        let known = IsKnownPlace { place, at };
        self.web.admin.store.read(known).await
    }

    /// Remembers where they have signed in: the cookie by which their device is known.
    pub(super) async fn remember(&self, person: &Person) -> Result<HeaderValue> {
        let (web, admin) = (self.web, &self.web.admin);
        let cookie = match self.cookie() {
            Some(cookie) => Sensitive::new(cookie.to_owned()),
            None => Token::mint(DEVICE, &admin.vault, admin.ids).text,
        };
        let remember = RememberPlaces {
            person: person.clone(),
            email: self.email.trim().to_lowercase(),
            places: vec![self.device(cookie.expose()), self.network()],
            origin: self.caller.origin(),
            mailer: admin.mailer.clone(),
            at: web.now(),
        };
        admin.store.write(remember).await?;
        let name = DEVICE_COOKIES[self.at.device];
        Ok(web.cookies.set(name, cookie.expose(), DEVICE_SECONDS))
    }

    /// Notes for the audit log that an attempt was wrong.
    async fn note(&self, person: Option<Person>) -> Result<()> {
        let note = NoteFailure {
            door: self.at.door,
            person,
            ip: self.caller.ip.to_string(),
            at: self.web.now(),
        };
        self.web.admin.store.write(note).await
    }

    /// Counts an attempt; the seconds to wait if it must not be made.
    async fn count(&self) -> Result<Option<i64>> {
        let (web, at) = (self.web, self.web.now());
        if let Some(seconds) = web.attempts.take(self.caller.ip, at)
            && !self.is_known_device(at).await?
        {
            return Ok(Some(seconds));
        }
        let count = CountAttempt {
            name: self.name(),
            places: self.places(),
            at,
        };
        let counted = web.admin.store.write(count).await?;
        Ok(match counted {
            Attempt::Counted => None,
            Attempt::Wait(seconds) => Some(seconds),
        })
    }

    /// Compares a password. What is counted under the name stays until [`settle`](Self::settle).
    pub(super) async fn password(&self, typed: Sensitive<String>) -> Result<Verdict<Person>> {
        if let Some(seconds) = self.count().await? {
            return Ok(Verdict::Wait(seconds));
        }
        let find = FindPerson {
            door: self.at.door,
            email: self.email.to_owned(),
        };
        let found = self.web.admin.store.read(find).await?;
        let claimed = found.as_ref().map(|(person, _)| person.clone());
        match who(found, typed).await? {
            Some(person) => Ok(Verdict::Right(person)),
            None => {
                self.note(claimed).await?;
                Ok(Verdict::Wrong)
            }
        }
    }

    /// Compares a code of the second factor, as an attempt of its own.
    pub(super) async fn code(
        &self,
        person: &Person,
        typed: Sensitive<String>,
    ) -> Result<Verdict<()>> {
        if let Some(seconds) = self.count().await? {
            return Ok(Verdict::Wait(seconds));
        }
        Ok(if self.use_code(person, typed).await? {
            Verdict::Right(())
        } else {
            Verdict::Wrong
        })
    }

    /// Takes what a passkey of `person` signed, as an attempt of its own.
    pub(super) async fn passkey(&self, person: &Person, said: &str) -> Result<Verdict<()>> {
        if let Some(seconds) = self.count().await? {
            return Ok(Verdict::Wait(seconds));
        }
        match whose(self.web, self.at.door, said).await {
            Ok(whose) if whose == *person => Ok(Verdict::Right(())),
            Ok(_) => Ok(Verdict::Wrong),
            Err(error) if error.kind() == Kind::Unprocessable => {
                self.note(Some(person.clone())).await?;
                Ok(Verdict::Wrong)
            }
            Err(error) => Err(error),
        }
    }

    /// Compares a code that comes together with a password that was counted.
    pub(super) async fn use_code(&self, person: &Person, typed: Sensitive<String>) -> Result<bool> {
        let admin = &self.web.admin;
        let using = UseFactor::new(&admin.vault, person.clone(), typed, self.web.now());
        let is_right = admin.store.write(using).await?;
        if !is_right {
            self.note(Some(person.clone())).await?;
        }
        Ok(is_right)
    }

    /// Forgets what was counted: they have proved all there is to prove.
    pub(super) async fn settle(&self) -> Result<()> {
        self.web.attempts.forgive(self.caller.ip);
        let purge = PurgeFailures {
            name: self.name(),
            places: self.places(),
            at: self.web.now(),
        };
        self.web.admin.store.write(purge).await
    }
}

/// Who it is, if the password is theirs. Takes as long for nobody.
async fn who(found: Option<Known>, typed: Sensitive<String>) -> Result<Option<Person>> {
    let (person, hash) = match found {
        Some((person, hash)) => (Some(person), hash.expose().clone()),
        None => (None, password::NONE.to_owned()),
    };
    let right = password::verify(typed, hash).await?;
    Ok(person.filter(|_| right))
}

/// What is said to who must wait: the same for every name.
pub(super) fn patience(seconds: i64) -> String {
    format!("Too many wrong attempts. Try again in {}.", span(seconds))
}

/// Seconds to wait, in words.
pub(super) fn span(seconds: i64) -> String {
    match seconds {
        1 => "1 second".to_owned(),
        ..=90 => format!("{seconds} seconds"),
        _ => format!("{} minutes", (seconds + 59) / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nobody_has_no_password() {
        let typed = Sensitive::new(String::new());
        assert_eq!(who(None, typed).await.unwrap(), None);
    }

    #[test]
    fn waits_are_told_in_words() {
        assert!(patience(1).ends_with("in 1 second."));
        assert!(patience(30).ends_with("in 30 seconds."));
        assert!(patience(900).ends_with("in 15 minutes."));
    }
}
