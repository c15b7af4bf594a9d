//! What somebody typed who asks for access.

use kofa_core::text::{is_hidden, read_email, read_name};
use kofa_domain::{Error, Fault, Result, Sensitive, codes};
use serde_json::{Value, json};

/// The fields, as forms name them.
pub const BUSINESS: &str = "business";
pub const NAME: &str = "name";
pub const EMAIL: &str = "email";
pub const RC_NUMBER: &str = "rcNumber";
pub const PURPOSE: &str = "purpose";

/// Longest RC number, in characters.
pub const CHARS_MAX: usize = 20;
/// Longest text of what somebody wants to build, in characters.
pub const PURPOSE_CHARS_MAX: usize = 1_000;

/// Who asks for access, and what for.
#[derive(Clone, PartialEq, Eq)]
pub struct TypedRequest {
    /// The name of the business.
    pub business: String,
    /// Of the person.
    pub name: String,
    /// In lower case.
    pub email: String,
    /// As it was typed; may be empty.
    pub rc_number: String,
    /// What they want to build; may be empty.
    pub purpose: String,
}

impl std::fmt::Debug for TypedRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("TypedRequest")
    }
}

fn refused(field: &'static str, must: &str) -> Fault {
    Fault::on(field, &codes::INVALID_FIELD, format!("`{field}` {must}."))
}

/// A name without markup.
fn read_plain(field: &'static str, text: &str, faults: &mut Vec<Fault>) -> Option<String> {
    let name = read_name(field, text, faults)?;
    if name.contains(['<', '>']) {
        faults.push(refused(field, "must be plain text, without `<` or `>`"));
        return None;
    }
    Some(name)
}

fn is_number(text: &str) -> bool {
    let fits = |one: char| one.is_ascii_alphanumeric() || " -/.".contains(one);
    text.len() <= CHARS_MAX && text.chars().all(fits)
}

fn is_purpose(text: &str) -> bool {
    let fits = |one: char| one == '\n' || !is_hidden(one) && one != '<' && one != '>';
    text.chars().count() <= PURPOSE_CHARS_MAX && text.chars().all(fits)
}

impl TypedRequest {
    /// From what stands in each field.
    ///
    /// # Errors
    /// 422 with every field that is wrong.
    pub fn read<'a>(text: impl Fn(&'static str) -> &'a str) -> Result<Self> {
        let mut faults = Vec::new();
        let business = read_plain(BUSINESS, text(BUSINESS), &mut faults);
        let name = read_plain(NAME, text(NAME), &mut faults);
        let email = read_email(EMAIL, text(EMAIL), &mut faults);
        let rc_number = text(RC_NUMBER).trim();
        if !is_number(rc_number) {
            let must = format!("must have at most {CHARS_MAX} letters and digits");
            faults.push(refused(RC_NUMBER, &must));
        }
        let purpose = text(PURPOSE).trim().replace("\r\n", "\n");
        if !is_purpose(&purpose) {
            let must = format!(
                "must be plain text of at most {PURPOSE_CHARS_MAX} characters, without `<`, `>` \
                 or control characters"
            );
            faults.push(refused(PURPOSE, &must));
        }
        match (business, name, email) {
            (Some(business), Some(name), Some(email)) if faults.is_empty() => Ok(Self {
                business,
                name,
                email,
                rc_number: rc_number.to_owned(),
                purpose,
            }),
            _ => Err(Error::faults(faults)),
        }
    }

    /// As it is sealed.
    pub(super) fn written(&self) -> Sensitive<Vec<u8>> {
        let all = json!({
            BUSINESS: self.business,
            NAME: self.name,
            EMAIL: self.email,
            RC_NUMBER: self.rc_number,
            PURPOSE: self.purpose,
        });
        Sensitive::new(all.to_string().into_bytes())
    }

    pub(super) fn opened(plain: &Sensitive<Vec<u8>>) -> Result<Self> {
        let wrong = || Error::internal("a request for access cannot be read");
        let all: Value = serde_json::from_slice(plain.expose()).map_err(|_| wrong())?;
        let text = |field: &str| all[field].as_str().map(str::to_owned).ok_or_else(wrong);
        Ok(Self {
            business: text(BUSINESS)?,
            name: text(NAME)?,
            email: text(EMAIL)?,
            rc_number: text(RC_NUMBER)?,
            purpose: text(PURPOSE)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(of: &[(&'static str, &'static str)]) -> Vec<String> {
        let fine = [
            (BUSINESS, "Ada & Sons"),
            (NAME, "Ada Obi"),
            (EMAIL, " Ada@Example.com"),
            (RC_NUMBER, "RC 123-456"),
            (PURPOSE, "A shop.\r\nWith shares."),
        ];
        let text = |field: &'static str| {
            let all = of.iter().chain(&fine);
            all.clone().find(|one| one.0 == field).unwrap().1
        };
        match TypedRequest::read(text) {
            Ok(read) => {
                assert_eq!(read.email, "ada@example.com");
                assert!(!format!("{read:?}").contains("Ada"));
                Vec::new()
            }
            Err(error) => {
                let faults = error.all().iter();
                faults
                    .map(|it| it.field.as_deref().unwrap().to_owned())
                    .collect()
            }
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let long: &'static str = Box::leak("x".repeat(1_001).into_boxed_str());
        let check = |of: &[(&'static str, &'static str)], wrong: &[&str]| {
            assert_eq!(fields(of), wrong, "{of:?}");
        };
        check(&[], &[]);
        check(&[(RC_NUMBER, ""), (PURPOSE, "")], &[]);
        check(
            &[(BUSINESS, ""), (NAME, " "), (EMAIL, "")],
            &[BUSINESS, NAME, EMAIL],
        );
        check(&[(BUSINESS, long), (PURPOSE, long)], &[BUSINESS, PURPOSE]);
        check(&[(BUSINESS, "<b>Ada</b>")], &[BUSINESS]);
        check(&[(NAME, "Ada\u{202e}Obi")], &[NAME]);
        check(&[(NAME, "Ada\r\nBcc: x@x.ng")], &[NAME]);
        for several in [
            "a@x.ng,b@x.ng",
            "a@x.ng b@x.ng",
            "a@x.ng;b@x.ng",
            "<a@x.ng>",
        ] {
            check(&[(EMAIL, several)], &[EMAIL]);
        }
        check(&[(RC_NUMBER, "RC<1>")], &[RC_NUMBER]);
        check(&[(RC_NUMBER, "123456789012345678901")], &[RC_NUMBER]);
        check(&[(PURPOSE, "<script>")], &[PURPOSE]);
        check(&[(PURPOSE, "a\u{0}b")], &[PURPOSE]);
    }
}
