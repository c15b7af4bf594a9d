//! Forms with a file: read piece by piece, never as a whole.

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::{FromRef, FromRequest, FromRequestParts as _, Request};
use http::header::CONTENT_TYPE;
use http::request::Parts;
use kofa_core::codes::{BODY_TOO_LARGE, FORBIDDEN, MALFORMED_REQUEST, UNSUPPORTED_MEDIA_TYPE};
use kofa_domain::{Error, Result};

use super::form::{FORM_BYTES_MAX, Form, of_our_page, same_origin, sending_member};
use super::refusal::Refusal;
use crate::kit::signed_in::{SignedInMember, SignedInOperator};
use crate::kit::web_state::WebState;

/// Longest pause between two pieces of a file, in seconds.
const PIECE_SECONDS_MAX: u64 = 30;

/// Longest that a file may take which is held as a whole, in seconds.
const WHOLE_SECONDS_MAX: u64 = 600;
/// How often is looked who sends a file while it is on its way, in seconds.
const LOOK_SECONDS: i64 = 60;

/// A form with a file of an operator who is signed in. The file is its last field: what comes
/// after it is not read.
#[derive(Debug)]
pub struct OperatorUpload {
    /// Who sent it: while the file is on its way as of a minute ago, at its end as of then.
    pub signed_in: SignedInOperator,
    /// The fields before the file.
    pub form: Form,
    /// The file; `None` if none was chosen.
    pub file: Option<Upload>,
    parts: Parts,
    web: Arc<WebState>,
}

/// A file on its way in.
pub struct Upload {
    name: String,
    field: multer::Field<'static>,
}

impl std::fmt::Debug for Upload {
    /// Says nothing that was sent: it may be personal.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Upload")
    }
}

impl<S> FromRequest<S> for OperatorUpload
where
    S: Send + Sync,
    Arc<WebState>: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let (mut parts, body) = request.into_parts();
        same_origin(&parts.headers)?;
        let signed_in = SignedInOperator::from_request_parts(&mut parts, state).await?;
        let (form, file) = sent(&parts, body, &signed_in.form_token).await?;
        Ok(Self {
            signed_in,
            form,
            file,
            parts,
            web: Arc::from_ref(state),
        })
    }
}

/// A form with a file of a member who is signed in. The file is its last field.
#[derive(Debug)]
pub struct MemberUpload {
    pub signed_in: SignedInMember,
    /// The fields before the file.
    pub form: Form,
    /// The file; `None` if none was chosen.
    pub file: Option<Upload>,
}

impl<S> FromRequest<S> for MemberUpload
where
    S: Send + Sync,
    Arc<WebState>: FromRef<S>,
{
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let (mut parts, body) = request.into_parts();
        let signed_in = sending_member(&mut parts, state).await?;
        let (form, file) = sent(&parts, body, &signed_in.form_token).await?;
        Ok(Self {
            signed_in,
            form,
            file,
        })
    }
}

/// The fields and the file of a form from a page with `token`.
async fn sent(parts: &Parts, body: Body, token: &str) -> Result<(Form, Option<Upload>)> {
    let media_type = parts.headers.get(CONTENT_TYPE);
    let boundary = media_type
        .and_then(|value| value.to_str().ok())
        .and_then(|text| multer::parse_boundary(text).ok());
    let boundary = boundary.ok_or_else(|| {
        let message = "A form with a file must be sent as multipart/form-data.";
        Error::new(&UNSUPPORTED_MEDIA_TYPE, message)
    })?;
    let fields = multer::Multipart::new(body.into_data_stream(), boundary);
    in_time(PIECE_SECONDS_MAX, read(fields, token)).await
}

/// The fields before the file, whose token is checked before anything of the file is read.
async fn read(
    mut parts: multer::Multipart<'static>,
    token: &str,
) -> Result<(Form, Option<Upload>)> {
    let (mut form, mut room) = (Form::default(), FORM_BYTES_MAX);
    while let Some(mut field) = arrived(parts.next_field()).await? {
        if let Some(name) = field.file_name() {
            let name = plain_name(name);
            of_our_page(&form, token)?;
            // A browser sends a field without a name where no file was chosen.
            let file = (!name.is_empty()).then_some(Upload { name, field });
            return Ok((form, file));
        }
        let name = field.name().unwrap_or_default().to_owned();
        let mut value = Vec::new();
        while let Some(piece) = arrived(field.chunk()).await? {
            room = room.checked_sub(piece.len()).ok_or_else(too_large)?;
            value.extend_from_slice(&piece);
        }
        room = room.checked_sub(name.len() + 1).ok_or_else(too_large)?;
        form.add(name, String::from_utf8_lossy(&value).into_owned());
    }
    of_our_page(&form, token)?;
    Ok((form, None))
}

fn too_large() -> Error {
    Error::new(&BODY_TOO_LARGE, "The form is too large.")
}

fn broken(message: &'static str) -> Error {
    Error::new(&MALFORMED_REQUEST, message)
}

async fn arrived<T>(piece: impl Future<Output = multer::Result<T>>) -> Result<T> {
    let piece = piece.await;
    piece.map_err(|_| broken("The upload was interrupted or is not valid."))
}

async fn in_time<T>(seconds: u64, what: impl Future<Output = Result<T>>) -> Result<T> {
    let patience = Duration::from_secs(seconds);
    let late = |_| broken("The form did not arrive in time.");
    tokio::time::timeout(patience, what).await.map_err(late)?
}

/// The last part of a path, without what cannot be shown in a line.
fn plain_name(name: &str) -> String {
    const CHARS_MAX: usize = 100;
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let visible = last.chars().filter(|c| !c.is_control());
    visible
        .take(CHARS_MAX)
        .collect::<String>()
        .trim()
        .to_owned()
}

impl Upload {
    /// What it is called where it comes from, to be shown and never to be opened.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All of it, where it is small enough to be held.
    ///
    /// # Errors
    /// 400 `malformed_request` if it breaks off, 413 `body_too_large` above `bytes_max`.
    pub async fn whole(mut self, bytes_max: usize) -> Result<Vec<u8>> {
        let mut all = Vec::new();
        while let Some(piece) = self.piece().await? {
            if all.len() + piece.len() > bytes_max {
                return Err(too_large());
            }
            all.extend_from_slice(&piece);
        }
        Ok(all)
    }

    async fn piece(&mut self) -> Result<Option<Bytes>> {
        in_time(PIECE_SECONDS_MAX, arrived(self.field.chunk())).await
    }
}

impl OperatorUpload {
    /// The next piece of the file; `None` at its end. A file may take hours: who sends it is
    /// looked up again each minute, and at its end: what follows is done by who they are then.
    ///
    /// # Errors
    /// 400 `malformed_request` if it breaks off, 403 `forbidden` if they are no longer signed in.
    pub async fn piece(&mut self) -> Result<Option<Bytes>> {
        let piece = match &mut self.file {
            Some(file) => file.piece().await?,
            None => None,
        };
        let looked = self.web.now().micros_since(self.signed_in.by.at);
        if piece.is_none() || looked >= LOOK_SECONDS * 1_000_000 {
            self.look_again().await?;
        }
        Ok(piece)
    }

    async fn look_again(&mut self) -> Result<()> {
        let found = SignedInOperator::from_request_parts(&mut self.parts, &self.web).await;
        self.signed_in = found.map_err(|refusal| match refusal {
            Refusal::Error(error) => error,
            Refusal::Enter(_) | Refusal::Page(_) => {
                let message = "You were signed out during the upload. The file was not accepted.";
                Error::new(&FORBIDDEN, message)
            }
        })?;
        Ok(())
    }

    /// All of the file.
    ///
    /// # Errors
    /// As for [`piece`](Self::piece), and 413 `body_too_large` above `bytes_max`.
    pub async fn whole(&mut self, bytes_max: usize) -> Result<Vec<u8>> {
        in_time(WHOLE_SECONDS_MAX, self.gather(bytes_max)).await
    }

    async fn gather(&mut self, bytes_max: usize) -> Result<Vec<u8>> {
        let mut all = Vec::new();
        while let Some(piece) = self.piece().await? {
            if all.len() + piece.len() > bytes_max {
                let message = format!(
                    "The file is larger than {} MB. Use the kofa command for larger files.",
                    bytes_max / (1024 * 1024)
                );
                return Err(Error::new(&BODY_TOO_LARGE, message));
            }
            all.extend_from_slice(&piece);
        }
        Ok(all)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read_text(text: &'static str) -> Result<(Form, Option<Upload>)> {
        let stream = Body::from(text).into_data_stream();
        read(multer::Multipart::new(stream, "x"), "token").await
    }

    #[tokio::test]
    async fn a_file_is_read_after_the_token_of_our_page() {
        let (form, file) = read_text(
            "--x\r\nContent-Disposition: form-data; name=\"form_token\"\r\n\r\ntoken\r\n\
             --x\r\nContent-Disposition: form-data; name=\"what\"\r\n\r\npeople\r\n\
             --x\r\nContent-Disposition: form-data; name=\"file\"; \
             filename=\"C:\\a\\b.csv\"\r\n\r\none,two\r\n--x--\r\n",
        )
        .await
        .unwrap();
        assert_eq!(form.text("what"), "people");
        let mut file = file.unwrap();
        assert!(!format!("{file:?}").contains("csv"));
        assert_eq!(file.piece().await.unwrap().unwrap(), "one,two");
        assert!(file.piece().await.unwrap().is_none());
    }

    #[tokio::test]
    async fn a_file_before_the_token_or_without_end_is_refused() {
        let early = read_text(
            "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"b\"\r\n\r\n1\r\n\
             --x\r\nContent-Disposition: form-data; name=\"form_token\"\r\n\r\ntoken\r\n--x--\r\n",
        );
        assert_eq!(early.await.unwrap_err().code().name, "forbidden");
        let (_, file) = read_text(
            "--x\r\nContent-Disposition: form-data; name=\"form_token\"\r\n\r\ntoken\r\n\
             --x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"b\"\r\n\r\n12345",
        )
        .await
        .unwrap();
        let mut file = file.unwrap();
        while let Ok(piece) = file.piece().await {
            assert!(piece.is_some(), "it has no end");
        }
        assert!(read_text("nothing of the kind").await.is_err());
        assert_eq!(plain_name("../../etc/passwd"), "passwd");
    }
}
