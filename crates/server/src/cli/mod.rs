//! The command line: one file a command. A command reads its words, runs one operation of
//! the rooms below, and prints what came of it: no rule lives here.

mod admin;
mod backup;
mod check_import;
mod completions;
mod context;
mod evidence;
mod extract;
mod holders;
mod investment;
mod ledger;
mod master_key;
mod mcp;
mod offers;
mod people;
mod reader;
mod refunds;
mod registry;
mod rejects;
mod reset_link;
mod settlements;
mod statements;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::cli::context::{CliContext, HungUp, say};
use crate::config::{Config, ConfigOptions, ServeOptions};
use crate::telemetry::Traces;
use crate::{demo, private, serve, telemetry};

/// Kofa: business APIs with tenant keys.
#[derive(Debug, Parser)]
#[command(name = "kofa", version, about)]
pub struct Cli {
    #[command(flatten)]
    options: ConfigOptions,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Start a server without any setup: demo tenant, sandbox API key, sample data.
    Demo(ServeOptions),
    /// Start the server.
    Serve(ServeOptions),
    /// Print the current settings, with secrets masked.
    Config,
    /// List, describe and run admin API commands: wallets, prices, offers and more.
    Admin(admin::Admin),
    Mcp(mcp::Mcp),
    /// Print a shell completion script.
    Completions(completions::Completions),
    /// Print completions for a command line (used by shells).
    #[command(hide = true)]
    Complete {
        /// The words after `kofa`. The last word is incomplete.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// Back up SQLite data while the server runs.
    Backup(backup::Backup),
    /// Restore a back-up to an empty place, sign everyone out, and list which keys and accounts
    /// work again.
    Restore(backup::Restore),
    /// Write evidence for auditors to a folder: settings, access, keys, ledger checks, restore
    /// drills.
    Evidence(evidence::Evidence),
    /// The ledger.
    #[command(subcommand)]
    Ledger(ledger::LedgerCommand),
    /// The company register.
    #[command(subcommand)]
    Registry(registry::RegistryCommand),
    /// Offers, subscriptions and their payments.
    #[command(subcommand)]
    Investment(investment::InvestmentCommand),
    /// Rotate the master key while the server runs.
    #[command(subcommand)]
    MasterKey(master_key::MasterKeyCommand),
    /// Find, export or erase a person's data.
    #[command(subcommand)]
    People(people::PeopleCommand),
    /// Create a password reset link for an operator or member who is locked out.
    ResetLink(reset_link::ResetLinkCommand),
    /// Extract the address from documents and explain the result.
    Extract(extract::ExtractCommand),
    /// Feedback on readings: export it for training, or compare readers.
    #[command(subcommand)]
    Reader(reader::ReaderCommand),
    /// Extract documents from standard input (started by the server, not by hand).
    #[command(hide = true)]
    ReadDocument {
        /// Folder of the OCR models.
        #[arg(long)]
        models: Option<std::path::PathBuf>,
    },
}

/// Runs a command; its exit code.
pub fn run(cli: Cli) -> ExitCode {
    let outcome = match cli.command {
        // Before anything else is set up: this process only parses hostile files.
        Command::ReadDocument { models } => return kofa_address::child_main(models.as_deref()),
        Command::Complete { words } => completions::complete(&words),
        Command::Completions(shell) => completions::run(&shell),
        Command::Mcp(command) => {
            telemetry::start("warn", None);
            in_runtime(mcp::run(&command))
        }
        command => Config::read(&cli.options).and_then(|config| with(command, config)),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is::<HungUp>() => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kofa: {}", explain(&error));
            ExitCode::FAILURE
        }
    }
}

/// The faults of an operation as people read them, after what was said where it failed;
/// everything else with its causes.
fn explain(error: &anyhow::Error) -> String {
    let Some(refusal) = error.downcast_ref::<kofa_domain::Error>() else {
        return format!("{error:#}");
    };
    let around = error
        .chain()
        .take_while(|one| !one.is::<kofa_domain::Error>());
    let mut lines: Vec<String> = around.map(ToString::to_string).collect();
    lines.extend(refusal.all().iter().map(|one| one.message.to_string()));
    lines.extend(refusal.context().map(str::to_owned));
    lines.join("\n      ")
}

fn with(command: Command, config: Config) -> anyhow::Result<()> {
    private::begin(config.allows_core_dumps().unwrap_or(false));
    match command {
        Command::Config => show(&config),
        Command::Extract(command) => extract::run(&command, &config),
        Command::Backup(command) => {
            telemetry::start("warn", None);
            in_runtime(backup::back_up(&command, &config))
        }
        Command::Reader(reader::ReaderCommand::Evaluate(command)) if !command.needs_data() => {
            telemetry::start("warn", None);
            in_runtime(reader::run_on_files(&command, &config))
        }
        Command::Restore(command) => {
            telemetry::start("warn", None);
            in_runtime(backup::restore(&command, &config))
        }
        Command::Demo(options) => {
            let _traces = begin_log(&config)?;
            in_runtime(demo::run(&config.serving(options)))
        }
        Command::Serve(options) => {
            let _traces = begin_log(&config)?;
            in_runtime(serve::run(&config.serving(options)))
        }
        Command::Admin(command) => {
            telemetry::start("warn", None);
            in_runtime(admin::run(&command, config))
        }
        command => {
            // Commands answer on standard output; their log is for what goes wrong.
            telemetry::start("warn", None);
            in_runtime(async {
                let cli = CliContext::open(config).await?;
                on_data(command, &cli).await
            })
        }
    }
}

async fn on_data(command: Command, cli: &CliContext) -> anyhow::Result<()> {
    match command {
        Command::Ledger(ledger::LedgerCommand::Verify) => ledger::verify(cli).await,
        Command::Registry(command) => registry::run(command, cli).await,
        Command::Investment(command) => investment::run(command, cli).await,
        Command::MasterKey(command) => master_key::run(&command, cli).await,
        Command::Evidence(command) => evidence::run(&command, cli).await,
        Command::People(command) => people::run(command, cli).await,
        Command::ResetLink(command) => reset_link::run(&command, cli).await,
        Command::Reader(command) => reader::run(&command, cli).await,
        Command::Demo(_)
        | Command::Serve(_)
        | Command::Config
        | Command::Extract(_)
        | Command::Backup(_)
        | Command::Restore(_)
        | Command::Admin(_)
        | Command::Mcp(_)
        | Command::Completions(_)
        | Command::Complete { .. }
        | Command::ReadDocument { .. } => {
            unreachable!("these do not work on the data alone")
        }
    }
}

/// What it returns is to be kept as long as calls are served.
fn begin_log(config: &Config) -> anyhow::Result<Option<Traces>> {
    let traces = config.traces()?;
    let traces = traces.as_ref().map(Traces::to).transpose()?;
    telemetry::start(config.log(), traces.as_ref());
    for variable in config.unknown_variables() {
        tracing::warn!(variable, "unknown environment variable; see `kofa config`");
    }
    Ok(traces)
}

fn show(config: &Config) -> anyhow::Result<()> {
    let said = tell(config);
    config.check()?;
    said
}

fn tell(config: &Config) -> anyhow::Result<()> {
    for (setting, value, origin) in config.shown() {
        let (name, about) = (setting.name, setting.about);
        say(format_args!("# {about}; {}", setting.variable()))?;
        say(format_args!("{name} = \"{value}\"  # {origin}\n"))?;
    }
    for variable in config.unknown_variables() {
        say(format_args!(
            "# {variable} is set but is not a known setting"
        ))?;
    }
    Ok(())
}

fn in_runtime(command: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
    /// How long a thread that nobody waits for may go on, such as one that reads a document whose
    /// job was called off.
    const LEAVE_AFTER: std::time::Duration = std::time::Duration::from_secs(1);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let outcome = runtime.block_on(command);
    runtime.shutdown_timeout(LEAVE_AFTER);
    outcome
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;
    use kofa_domain::{Error, codes};

    use super::explain;

    #[test]
    fn what_was_said_around_a_refusal_is_shown_before_it() {
        let refusal = || Error::new(&codes::NOT_FOUND, "There is none.").with_context("the disk");
        let bare = anyhow::Error::from(refusal());
        assert_eq!(explain(&bare), "There is none.\n      the disk");
        let around: anyhow::Result<()> = Err(refusal()).context("7 rows are done");
        let around = around.context("the import").unwrap_err();
        assert_eq!(
            explain(&around),
            "the import\n      7 rows are done\n      There is none.\n      the disk"
        );
        let other = anyhow::anyhow!("cause").context("effect");
        assert_eq!(explain(&other), "effect: cause");
    }
}
