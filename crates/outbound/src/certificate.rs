//! When certificates expire: those that servers show, and our own.
//!
//! `rustls` checks the dates of a certificate and does not tell them. Of the crates that read them
//! (`x509-parser`, `x509-cert`) each brings a parser of everything else; the one field is a few
//! steps into the DER (RFC 5280, section 4.1).

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use kofa_domain::Timestamp;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::{DigitallySignedStruct, SignatureScheme};

const SEQUENCE: u8 = 0x30;
const INTEGER: u8 = 0x02;
/// Two digits of the year: 50 to 99 are of the last century.
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
/// The version of a certificate, which the first version leaves out.
const VERSION: u8 = 0xA0;

/// Tag, content and what follows of the first element.
fn element(der: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&tag, rest) = der.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (length, rest) = match usize::from(first) {
        short @ 0..=0x7F => (short, rest),
        long => {
            let (bytes, rest) = rest.split_at_checked(long - 0x80)?;
            let add = |sum: usize, byte: &u8| sum.checked_mul(256)?.checked_add((*byte).into());
            (bytes.iter().try_fold(0, add)?, rest)
        }
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some((tag, content, rest))
}

/// What is in the first element, which must have a tag, and what follows.
fn of_tag(der: &[u8], tag: u8) -> Option<(&[u8], &[u8])> {
    let (found, content, rest) = element(der)?;
    (found == tag).then_some((content, rest))
}

/// The last moment at which a certificate is valid; `None` if it cannot be read.
pub(crate) fn expires_at(certificate: &[u8]) -> Option<Timestamp> {
    let (certificate, _) = of_tag(certificate, SEQUENCE)?;
    let (signed, _) = of_tag(certificate, SEQUENCE)?;
    let signed = of_tag(signed, VERSION).map_or(signed, |(_, rest)| rest);
    let (_, rest) = of_tag(signed, INTEGER)?;
    let (_algorithm, rest) = of_tag(rest, SEQUENCE)?;
    let (_issuer, rest) = of_tag(rest, SEQUENCE)?;
    let (validity, _) = of_tag(rest, SEQUENCE)?;
    let (_, _, after) = element(validity)?;
    let (tag, time, _) = element(after)?;
    let time = std::str::from_utf8(time).ok()?;
    let time = match tag {
        UTC_TIME if time.get(..2)? < "50" => format!("20{time}"),
        UTC_TIME => format!("19{time}"),
        GENERALIZED_TIME => time.to_owned(),
        _ => return None,
    };
    let part = |from: usize, to: usize| time.get(from..to);
    let (day, hour) = (
        [part(0, 4)?, part(4, 6)?, part(6, 8)?].join("-"),
        [part(8, 10)?, part(10, 12)?, part(12, 14)?].join(":"),
    );
    Timestamp::parse_rfc3339(&format!("{day}T{hour}Z"))
}

/// When a certificate expires that was last seen; 0 for none.
#[derive(Debug, Default)]
pub(crate) struct LastSeen(AtomicI64);

impl LastSeen {
    fn note(&self, certificate: &[u8]) {
        let at = expires_at(certificate).map_or(0, Timestamp::micros);
        self.0.store(at, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> Option<Timestamp> {
        let micros = self.0.load(Ordering::Relaxed);
        (micros != 0).then(|| Timestamp::from_micros(micros))
    }
}

/// Checks servers as another verifier does, and notes when the certificates expire that it accepts.
pub(crate) struct Noting {
    pub(crate) verifier: Arc<dyn ServerCertVerifier>,
    pub(crate) seen: Arc<LastSeen>,
}

impl fmt::Debug for Noting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Noting")
    }
}

impl ServerCertVerifier for Noting {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        chain: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let verifier = &self.verifier;
        let verified = verifier.verify_server_cert(certificate, chain, name, ocsp, now)?;
        self.seen.note(certificate);
        Ok(verified)
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.verifier
            .verify_tls12_signature(message, certificate, signed)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.verifier
            .verify_tls13_signature(message, certificate, signed)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.verifier.supported_verify_schemes()
    }
}

#[cfg(test)]
mod tests {
    use rustls::pki_types::pem::PemObject as _;

    use super::*;

    fn check(pem: &str, expected: &str) {
        let der = CertificateDer::from_pem_slice(pem.as_bytes()).unwrap();
        assert_eq!(expires_at(&der).unwrap().rfc3339(), expected);
        for length in 0..der.len() {
            // Cut anywhere it is not read, or not wrongly.
            let cut = expires_at(&der[..length]);
            assert!(cut.is_none(), "{length} bytes of it");
        }
    }

    #[test]
    fn both_ways_to_write_a_date_are_read() {
        // Made by the Python library `cryptography`.
        let of_two_digits = "-----BEGIN CERTIFICATE-----
MIHDMHegAwIBAgIBATAFBgMrZXAwDDEKMAgGA1UEAwwBYTAeFw0yNjAxMDEwMDAw
MDBaFw00OTEyMzEyMzU5NThaMAwxCjAIBgNVBAMMAWEwKjAFBgMrZXADIQB5+jEu
NPaRdBqLZrLu7zlIHLJSjQ1q9HcVw0yay1s1SzAFBgMrZXADQQD+yBxhQRl1CDKk
yKhNoloUREX94XoIAwx59KofReP9+zzIeYgNT9aAy8Qd3urGShf4kHaNO8oJ/Oul
/87S5bsF
-----END CERTIFICATE-----";
        check(of_two_digits, "2049-12-31T23:59:58.000Z");
        let of_four = "-----BEGIN CERTIFICATE-----
MIHFMHmgAwIBAgIBATAFBgMrZXAwDDEKMAgGA1UEAwwBYTAgFw0yNjAxMDEwMDAw
MDBaGA8yMDUwMDEwMjAzMDQwNVowDDEKMAgGA1UEAwwBYTAqMAUGAytlcAMhAHp+
Jm4/mrm6P1bMFCnMDNs80zgjDBk3UclFGoe68A6+MAUGAytlcANBAIzw63BBN1YU
XvipxS7wbcRSxaHQjE2EuO/d/oYHSSgIcf0PtiOwuPab0vXPY3gZJv+C0QW3hHaT
4KHITByo6gI=
-----END CERTIFICATE-----";
        check(of_four, "2050-01-02T03:04:05.000Z");
    }

    proptest::proptest! {
        #[test]
        fn nonsense_is_no_certificate(bytes: Vec<u8>) {
            let _: Option<Timestamp> = expires_at(&bytes);
        }
    }
}
