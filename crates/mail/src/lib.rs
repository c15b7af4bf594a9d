//! Mail: what is said to people outside the pages, by SMTP.
//!
//! A [`Letter`] is queued by [`Mailer::queue`] in the transaction of its cause and sent after it,
//! at least once: a mail that is sent again after a crash has the same `Message-ID`. Its address
//! and text are sealed while it waits and erased once it is sent; what stays is a line for the
//! mail log.

mod keyed;
mod letter;
mod postman;
mod queue;
mod smtp;
mod unwanted;

pub use keyed::KEYED;
pub use letter::{Button, Letter};
pub use postman::Postman;
pub use queue::{
    ListMails, MailId, MailKind, MailLine, MailState, Mailer, NewMail, POST_MAIL, PurgeMails,
    QueueMail,
};
pub use smtp::{Smtp, SmtpSettings};
pub use unwanted::{ListUnwanted, set_unwanted};
