//! How a mail is handed to the mail server.

use std::net::IpAddr;
use std::time::Duration;

use kofa_domain::Sensitive;
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Message, Tokio1Executor};
use percent_encoding::percent_decode_str;
use url::Url;

use crate::letter::Written;

/// Longest that connecting, or one answer, may take, in seconds.
const ANSWER_SECONDS_MAX: u64 = 15;
/// Longest that a whole mail may take, in seconds; shorter than a task may.
const MAIL_SECONDS_MAX: u64 = 40;
/// Connections to the server.
pub(crate) const CONNECTIONS: u32 = 4;

/// Which server, and as whom.
#[derive(Clone, Debug)]
pub struct SmtpSettings {
    /// `smtps://user:password@host:465` (TLS from the start) or `smtp://…:587` (STARTTLS).
    pub url: Sensitive<String>,
    /// Certificates of an authority that is trusted besides the system's, in PEM.
    pub authority: Option<Vec<u8>>,
    /// `Kofa <no-reply@example.ng>`
    pub from: String,
    /// Where answers go, if elsewhere.
    pub reply_to: Option<String>,
}

/// A mail server, with connections that are kept.
#[derive(Clone, Debug)]
pub struct Smtp {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    reply_to: Option<Mailbox>,
}

/// Why a mail was not taken. Neither names the recipient nor repeats what the server said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NotSent {
    /// The server takes this mail never: its code.
    Refused(String),
    /// To be tried again. Whether the server could be reached at all.
    Failed { why: String, is_away: bool },
}

/// Whether a mail may cross the way to `host` in clear if the server knows no TLS.
fn is_this_machine(host: &str) -> bool {
    let bare = host.trim_matches(['[', ']']);
    let address = bare.parse::<IpAddr>();
    bare == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

impl Smtp {
    /// # Errors
    /// If a setting is wrong: says which and why, without the password.
    pub fn new(settings: &SmtpSettings) -> Result<Self, String> {
        let shape = "`smtp_url` must be smtps://user:password@host:465 or \
                     smtp://user:password@host:587";
        let url = Url::parse(settings.url.expose()).map_err(|_| shape.to_owned())?;
        let host = url.host_str().ok_or(shape)?;
        let mut parameters = TlsParameters::builder(host.to_owned());
        if let Some(pem) = &settings.authority {
            let read = Certificate::from_pem(pem);
            let read = read.map_err(|_| "`smtp_ca_file` is not a certificate in PEM")?;
            parameters = parameters.add_root_certificate(read);
        }
        let parameters = parameters.build();
        let parameters = parameters.map_err(|why| format!("TLS for `smtp_url`: {why}"))?;
        let (tls, port) = match url.scheme() {
            "smtps" => (Tls::Wrapper(parameters), 465),
            "smtp" if is_this_machine(host) => (Tls::Opportunistic(parameters), 587),
            "smtp" => (Tls::Required(parameters), 587),
            _ => return Err(shape.to_owned()),
        };
        let seconds = Some(Duration::from_secs(ANSWER_SECONDS_MAX));
        let pool = PoolConfig::new().max_size(CONNECTIONS);
        let mut transport = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(host)
            .port(url.port().unwrap_or(port))
            .tls(tls)
            .timeout(seconds)
            .pool_config(pool);
        let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        if let Some(password) = url.password() {
            let name = plain(url.username());
            transport = transport.credentials(Credentials::new(name, plain(password)));
        }
        let from = mailbox("mail_from", &settings.from)?;
        let own = from.email.domain().to_owned();
        Ok(Self {
            transport: transport.hello_name(ClientId::Domain(own)).build(),
            from,
            reply_to: match &settings.reply_to {
                Some(text) => Some(mailbox("mail_reply_to", text)?),
                None => None,
            },
        })
    }

    fn message(&self, id: &str, written: &Written) -> Result<Message, NotSent> {
        let refused = |why: &str| NotSent::Refused(why.to_owned());
        let to = written.to.parse();
        let to = to.map_err(|_| refused("the address cannot be written to"))?;
        let mut message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, to))
            .subject(&written.subject)
            .message_id(Some(format!("<{id}@{}>", self.from.email.domain())));
        if let Some(reply_to) = &self.reply_to {
            message = message.reply_to(reply_to.clone());
        }
        let both = MultiPart::alternative_plain_html(written.text.clone(), written.html.clone());
        let built = message.multipart(both);
        built.map_err(|_| refused("the mail cannot be written"))
    }

    /// Hands a mail over; it is sent once the server took it. `id` names it: a mail that is sent
    /// twice has it twice.
    pub(crate) async fn send(&self, id: &str, written: &Written) -> Result<(), NotSent> {
        let message = self.message(id, written)?;
        let limit = Duration::from_secs(MAIL_SECONDS_MAX);
        match tokio::time::timeout(limit, self.transport.send(message)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(not_sent(&error)),
            Err(_) => Err(NotSent::Failed {
                why: "the mail server took too long".to_owned(),
                is_away: true,
            }),
        }
    }
}

fn not_sent(error: &lettre::transport::smtp::Error) -> NotSent {
    let code = error.status().map(|code| code.to_string());
    if let (true, Some(code)) = (error.is_permanent(), &code) {
        // What is wrong with the sender is not wrong with the mail.
        return match code.as_str() {
            "530" | "534" | "535" | "538" => NotSent::Failed {
                why: format!("the mail server does not know us (code {code})"),
                is_away: true,
            },
            _ => NotSent::Refused(format!("the mail server refused it (code {code})")),
        };
    }
    let why = match &code {
        Some(code) => format!("the mail server puts it off (code {code})"),
        None if error.is_tls() => "no TLS with the mail server".to_owned(),
        None if error.is_timeout() => "the mail server is silent".to_owned(),
        None => "the mail server cannot be reached".to_owned(),
    };
    NotSent::Failed {
        why,
        is_away: code.is_none(),
    }
}

fn mailbox(setting: &str, text: &str) -> Result<Mailbox, String> {
    let read = text.parse::<Mailbox>();
    read.map_err(|_| format!("`{setting}` must be an email address: Kofa <no-reply@example.ng>"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(url: &str, from: &str) -> SmtpSettings {
        SmtpSettings {
            url: Sensitive::new(url.to_owned()),
            authority: None,
            from: from.to_owned(),
            reply_to: None,
        }
    }

    #[tokio::test]
    async fn a_wrong_setting_is_named_and_no_password_told() {
        let from = "Kofa <no-reply@example.ng>";
        for (url, from, word) in [
            ("mail.example.ng:25", from, "smtp_url"),
            ("https://u:hunter22@mail.example.ng", from, "smtp_url"),
            ("smtps://u:hunter22@mail.example.ng", "nobody", "mail_from"),
        ] {
            let why = Smtp::new(&settings(url, from)).unwrap_err();
            assert!(why.contains(word) && !why.contains("hunter22"), "{why}");
        }
        assert!(Smtp::new(&settings("smtp://localhost:25", from)).is_ok());
    }

    #[test]
    fn only_this_machine_is_spoken_to_in_clear() {
        for (host, own) in [
            ("localhost", true),
            ("127.0.0.1", true),
            ("[::1]", true),
            ("mail.example.ng", false),
            ("localhost.example.ng", false),
        ] {
            assert_eq!(is_this_machine(host), own, "{host}");
        }
    }
}
