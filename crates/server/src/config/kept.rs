//! Settings of what is kept for how long, and of who else is told.

use anyhow::Context as _;
use kofa_core::retention::Retention;
use kofa_domain::Sensitive;
use kofa_mail::{Smtp, SmtpSettings};
use kofa_registry::upstream::is_safe_for_keys;

use super::Config;
use super::addresses::is_address;
use crate::retention;
use crate::siem::{FileSink, HttpSink, SiemSettings};
use crate::telemetry::TraceSettings;

impl Config {
    /// How long each kind of data is kept.
    ///
    /// # Errors
    /// If a number is out of range.
    pub fn retention(&self) -> anyhow::Result<Retention> {
        let or_ever = |name, bounds: std::ops::RangeInclusive<u32>| match self.text(name) {
            "0" => Ok(0),
            _ => self.number(name, bounds),
        };
        Ok(retention::kinds(
            &retention::Days {
                request_log: or_ever("retention_request_log_days", 31..=36_500)?,
                details: self.number("retention_details_days", 1..=30)?,
                audit: or_ever("retention_audit_days", 90..=36_500)?,
                documents: self.documents_days()?,
                events: self.number("retention_events_days", 30..=365)?,
                applicants: or_ever("retention_applicants_days", 1..=36_500)?,
            },
            self.number("people_paid_kept_days", 0..=36_500)?,
        ))
    }

    /// How long results of jobs that read documents are kept, in days.
    ///
    /// # Errors
    /// If it is no number of days.
    pub fn documents_days(&self) -> anyhow::Result<u32> {
        self.number("retention_documents_days", 1..=365)
    }

    /// Where the audit log and the request log are given to.
    ///
    /// # Errors
    /// If an address is none or not safe for a key, or a number is out of range.
    pub fn siem(&self) -> anyhow::Result<SiemSettings> {
        let mib = u64::from(self.number("siem_file_mib", 1..=4_096)?);
        let file = self.filled("siem_file").map(|path| FileSink {
            path: path.into(),
            bytes_max: mib << 20,
        });
        let Some(url) = self.filled("siem_url") else {
            return Ok(SiemSettings { file, http: None });
        };
        anyhow::ensure!(
            is_address(url) && is_safe_for_keys(url),
            "`siem_url` must begin with https://, or with http:// and name this machine or a host \
             of your own network; without `?`, `#` or `@`"
        );
        let key = self.filled("siem_key");
        let key = key.map(|key| Sensitive::new(key.to_owned()));
        let http = Some(HttpSink::new(url, key.as_ref())?);
        Ok(SiemSettings { file, http })
    }

    /// Where traces of calls are sent, if they are.
    ///
    /// # Errors
    /// If the address is none, or the number is out of range.
    pub fn traces(&self) -> anyhow::Result<Option<TraceSettings>> {
        let one_in = self.number("otlp_one_in", 1..=1_000_000)?;
        let Some(url) = self.filled("otlp_endpoint") else {
            return Ok(None);
        };
        anyhow::ensure!(
            is_address(url) && is_safe_for_keys(url),
            "`otlp_endpoint` must begin with https://, or with http:// and name this machine or a \
             host of your own network; without `?`, `#` or `@`"
        );
        let endpoint = format!("{}/v1/traces", url.trim_end_matches('/'));
        Ok(Some(TraceSettings { endpoint, one_in }))
    }

    /// Whether mail is sent.
    pub fn sends_mail(&self) -> bool {
        self.filled("smtp_url").is_some()
    }

    /// The mail server, if there is one. Only within a runtime: it keeps connections.
    ///
    /// # Errors
    /// What is wrong with its settings, without the password.
    pub fn smtp(&self) -> anyhow::Result<Option<Smtp>> {
        let Some(url) = self.filled("smtp_url") else {
            return Ok(None);
        };
        let authority = self.filled("smtp_ca_file").map(std::fs::read);
        let settings = SmtpSettings {
            url: Sensitive::new(url.to_owned()),
            authority: authority.transpose().context("`smtp_ca_file`")?,
            from: self.text("mail_from").to_owned(),
            reply_to: self.filled("mail_reply_to").map(str::to_owned),
        };
        Ok(Some(Smtp::new(&settings).map_err(anyhow::Error::msg)?))
    }
}
