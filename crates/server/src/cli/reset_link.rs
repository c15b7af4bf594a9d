//! `kofa reset-link`

use clap::Args;
use kofa_commands::platform::members::{OpenMemberReset, OpenOperatorReset, Whose};
use kofa_core::text::read_email;
use kofa_identity::resets::{Account, FindAccount};
use kofa_identity::second_factor::TurnOffFactor;
use kofa_identity::sessions::Door;

use crate::cli::context::{CliContext, refuse, say};

#[derive(Debug, Args)]
pub(crate) struct ResetLinkCommand {
    /// Whose address: an operator's, or with `--member` a member's.
    #[arg(long)]
    email: String,
    /// Of a member of a tenant.
    #[arg(long)]
    member: bool,
    /// Turn their second factor off as well, when app and recovery codes are lost.
    #[arg(long)]
    without_second_factor: bool,
    /// End an operator's tokens for the admin API as well.
    #[arg(long, conflicts_with = "member")]
    end_tokens: bool,
}

pub(crate) async fn run(command: &ResetLinkCommand, cli: &CliContext) -> anyhow::Result<()> {
    let mut faults = Vec::new();
    let email = read_email("email", &command.email, &mut faults);
    refuse(&faults)?;
    let Some(email) = email else { return Ok(()) };
    let door = if command.member {
        Door::Portal
    } else {
        Door::Console
    };
    let account = cli.store.read(FindAccount { door, email }).await?;
    let person = account.person();
    let (services, by) = (cli.services()?, cli.by());
    let made = match account {
        Account::Member(tenant, member) => {
            let of = Whose { tenant, member };
            services.run(by, OpenMemberReset { of }).await?
        }
        Account::Operator(operator) => {
            let open = OpenOperatorReset {
                operator,
                end_tokens: command.end_tokens,
            };
            services.run(by, open).await?
        }
    };
    if command.without_second_factor {
        let by = cli.by();
        cli.store.write(TurnOffFactor { by, person }).await?;
        say("the second factor is off")?;
    }
    say(format_args!("for     {}", made.email))?;
    say(format_args!("link    {}", made.reset_url.expose()))?;
    say("        (works once, within an hour; shown only here)")
}
