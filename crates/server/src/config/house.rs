//! What is asked of operators and tenants.

use anyhow::Context as _;
use kofa_commands::{Concern, House};
use kofa_domain::Kobo;
use kofa_events::Targets;
use kofa_identity::access_requests::SignUp;
use kofa_identity::live_checklist::LiveLine;

use super::{Config, Origin};

impl Config {
    /// What is asked of operators and tenants.
    ///
    /// # Errors
    /// If one of its settings is wrong.
    pub fn house(&self) -> anyhow::Result<House> {
        let concern = |word: &String| {
            let wrong = || format!("`four_eyes`: `{word}` is not `money`, `prices` or `live`");
            Concern::parse(word).with_context(wrong)
        };
        Ok(House {
            operators_need_second_factor: self.flag("operators_need_second_factor")?,
            four_eyes: self
                .list("four_eyes")
                .iter()
                .map(concern)
                .collect::<anyhow::Result<_>>()?,
            live_checklist: self.live_checklist()?,
            offer_approval_by_one: self.flag("offer_approval_by_one")?,
            upstream_balance_min: Kobo::new(i64::from(
                self.number("upstream_balance_min_kobo", 0..=u32::MAX)?,
            )),
            sign_up: SignUp::parse(self.text("sign_up"))
                .context("`sign_up` must be `off`, `request` or `open`")?,
            webhook_targets: Targets::parse(self.text("webhook_targets"))
                .context("`webhook_targets` must be `public` or `any`")?,
        })
    }

    /// The same for a demo, where live is tried out: its checklist asks for nothing, unless a
    /// setting says so.
    ///
    /// # Errors
    /// As [`Config::house`].
    pub fn demo_house(&self) -> anyhow::Result<House> {
        let mut house = self.house()?;
        if self.values["live_checklist"].1 == Origin::Default {
            house.live_checklist.clear();
        }
        Ok(house)
    }

    fn live_checklist(&self) -> anyhow::Result<Vec<LiveLine>> {
        let words = self.list("live_checklist");
        if words == ["none"] {
            return Ok(Vec::new());
        }
        let line = |word: &String| {
            let all = LiveLine::ALL.map(LiveLine::as_str).join("`, `");
            let wrong = || format!("`live_checklist`: `{word}` is not `none`, `{all}`");
            LiveLine::parse(word).with_context(wrong)
        };
        words.iter().map(line).collect()
    }
}
