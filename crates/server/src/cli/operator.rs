//! `kofa operator …`

use clap::Subcommand;
use kofa_domain::{OperatorId, kinds};
use kofa_platform::directory::operators::{
    CreateOperator, DisableOperator, ListOperators, NewOperator,
};
use kofa_platform::directory::{OperatorRole, Page, read_email, read_name};

use super::room::{Room, id, refuse, say};

#[derive(Debug, Subcommand)]
pub(crate) enum OperatorCommand {
    /// Make an operator; prints the token of the admin API once.
    Create {
        /// Their name.
        name: String,
        /// Their address.
        email: String,
        /// `owner`, `ops`, `finance` or `support`
        #[arg(long, value_parser = role, default_value = "owner")]
        role: OperatorRole,
    },
    /// List operators, the newest first.
    List,
    /// Take all rights from an operator.
    Disable {
        /// `opr_…`
        #[arg(value_parser = id::<kinds::Operator>)]
        operator: OperatorId,
    },
}

fn role(text: &str) -> Result<OperatorRole, String> {
    OperatorRole::parse(text).ok_or_else(|| {
        let words = OperatorRole::ALL.map(OperatorRole::as_str);
        format!("one of {}", words.join(", "))
    })
}

pub(crate) async fn run(command: OperatorCommand, room: &Room) -> anyhow::Result<()> {
    match command {
        OperatorCommand::Create { name, email, role } => create(room, &name, &email, role).await,
        OperatorCommand::List => list(room).await,
        OperatorCommand::Disable { operator } => {
            let by = room.by();
            room.store.write(DisableOperator { by, operator }).await?;
            say("disabled")
        }
    }
}

async fn create(room: &Room, name: &str, email: &str, role: OperatorRole) -> anyhow::Result<()> {
    let mut faults = Vec::new();
    let name = read_name("name", name, &mut faults);
    let email = read_email("email", email, &mut faults);
    refuse(&faults)?;
    let (Some(name), Some(email)) = (name, email) else {
        return Ok(());
    };
    let new = NewOperator {
        email,
        name,
        role,
        password_hash: None,
    };
    let (op, token) = CreateOperator::new(&room.vault().await?, room.ids, room.by(), new);
    let operator = room.store.write(op).await?;
    say(format_args!("operator  {}", operator.id))?;
    say(format_args!("token     {}", token.expose()))?;
    say("          (shown only here)")
}

async fn list(room: &Room) -> anyhow::Result<()> {
    let mut cursor: Option<String> = None;
    loop {
        let page = Page::read(cursor.as_deref(), Some("100"))?;
        let listed = room.store.read(ListOperators { page }).await?;
        for one in listed.items {
            let state = if one.disabled_at.is_some() {
                "disabled"
            } else {
                "active"
            };
            let role = one.role.as_str();
            say(format_args!(
                "{}  {role:<7}  {state:<8}  {}",
                one.id, one.email
            ))?;
        }
        cursor = listed.next_cursor;
        if cursor.is_none() {
            return Ok(());
        }
    }
}
