//! Settings of the account that refunds are paid from.

use kofa_domain::Sensitive;
use kofa_investment::refunds::RefundAccount;

use super::Config;

impl Config {
    /// The account that files of refunds name as the debtor's, if it is set.
    ///
    /// # Errors
    /// All that is wrong with its settings.
    pub fn refund_account(&self) -> anyhow::Result<Option<RefundAccount>> {
        let names = [
            "refund_account_name",
            "refund_account_number",
            "refund_account_bank_code",
        ];
        let filled = names.map(|name| self.filled(name));
        let [Some(name), Some(number), Some(bank_code)] = filled else {
            let is_none = filled.iter().all(Option::is_none);
            anyhow::ensure!(is_none, "`{}` go together", names.join("`, `"));
            return Ok(None);
        };
        let has_digits = |text: &str, lengths: &[usize]| {
            lengths.contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
        };
        anyhow::ensure!(
            has_digits(number, &[10]),
            "`refund_account_number` must be ten digits (NUBAN)"
        );
        anyhow::ensure!(
            has_digits(bank_code, &[3, 6]),
            "`refund_account_bank_code` must be six digits (NIP), or three (Central Bank)"
        );
        Ok(Some(RefundAccount {
            name: name.to_owned(),
            number: Sensitive::new(number.to_owned()),
            bank_code: bank_code.to_owned(),
        }))
    }
}
