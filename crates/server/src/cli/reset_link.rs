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
    /// The email address of an operator or, with `--member`, of a member.
    #[arg(long)]
    email: String,
    /// Reset the password of a tenant's member.
    #[arg(long)]
    member: bool,
    /// Also turn off two-factor authentication, if the app and recovery codes are lost.
    #[arg(long)]
    without_second_factor: bool,
    /// Also revoke an operator's admin tokens.
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
        say("two-factor authentication is off")?;
    }
    say(format_args!("for     {}", made.email))?;
    say(format_args!("link    {}", made.reset_url.expose()))?;
    say("        (works once, within an hour; not shown again)")
}
