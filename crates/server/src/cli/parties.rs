//! `kofa investment banks …` and `kofa investment brokers …`

use clap::{Args, Subcommand};
use kofa_investment::commands::{AddBroker, EditBank, EditBroker};
use kofa_investment::ops::{ListBanks, ListBrokers};
use serde_json::{Map, Value};

use super::room::{Room, say};

#[derive(Debug, Subcommand)]
pub(crate) enum BanksCommand {
    /// List the supported banks: id, code, how well the data knows it, name.
    List,
    /// Set what the API says of a bank; what is not given stays.
    Set(SetBankArgs),
}

#[derive(Debug, Args)]
pub(crate) struct SetBankArgs {
    /// The `bankId`.
    bank: i64,
    /// Whether its accounts are taken.
    #[arg(long)]
    active: Option<bool>,
    /// Whether an account can be debited directly.
    #[arg(long)]
    direct_debit: Option<bool>,
    /// Address of its picture; empty takes it away.
    #[arg(long, value_name = "URL")]
    logo: Option<String>,
    /// Code of the Central Bank; empty for what the data has.
    #[arg(long, value_name = "DIGITS")]
    cbn_code: Option<String>,
    /// Routing code of NIBSS; empty for what the data has.
    #[arg(long, value_name = "DIGITS")]
    nip_code: Option<String>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BrokersCommand {
    /// List the brokers: id, code, how well the data knows it, name.
    List,
    /// Add a broker that the reference data does not know.
    Add {
        /// Names it for ever, such as `ada-securities`.
        id: String,
        /// Registered name.
        name: String,
        #[command(flatten)]
        rest: BrokerArgs,
    },
    /// Set what the API says of a broker; what is not given stays.
    Set {
        /// The `brokerId`.
        id: String,
        /// Registered name; only of a broker that was added.
        #[arg(long)]
        name: Option<String>,
        #[command(flatten)]
        rest: BrokerArgs,
    },
}

/// What is known of a broker; an empty text takes a value away.
#[derive(Debug, Args)]
pub(crate) struct BrokerArgs {
    /// Dealing member code.
    #[arg(long)]
    code: Option<String>,
    /// Whether applications can go through it.
    #[arg(long)]
    active: Option<bool>,
    /// Whether it takes applicants without a CHN.
    #[arg(long)]
    accepts_new_clients: Option<bool>,
    /// Enquiries.
    #[arg(long)]
    email: Option<String>,
    /// Enquiries.
    #[arg(long)]
    phone: Option<String>,
    /// Its page.
    #[arg(long)]
    website: Option<String>,
    /// Where it is.
    #[arg(long)]
    address: Option<String>,
    /// Types of offer it takes applications for, parted by commas.
    #[arg(long, value_delimiter = ',')]
    offer_types: Option<Vec<String>>,
}

/// The fields of a command, those that were given.
#[derive(Default)]
struct Typed(Map<String, Value>);

impl Typed {
    fn set(&mut self, name: &str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.0.insert(name.to_owned(), value.into());
        }
    }

    /// A value that an empty text takes away.
    fn text(&mut self, name: &str, value: Option<String>) {
        self.set(
            name,
            value.map(|text| Some(text).filter(|text| !text.is_empty())),
        );
    }
}

impl BrokerArgs {
    fn add_to(self, typed: &mut Typed) {
        typed.text("code", self.code);
        typed.set("active", self.active);
        typed.set("acceptsNewClients", self.accepts_new_clients);
        typed.text("email", self.email);
        typed.text("phone", self.phone);
        typed.text("website", self.website);
        typed.text("address", self.address);
        typed.set("offerTypes", self.offer_types);
    }
}

pub(crate) async fn banks(command: BanksCommand, room: &Room) -> anyhow::Result<()> {
    match command {
        BanksCommand::List => {
            for one in room.store.read(ListBanks).await? {
                let (id, code) = (one.bank.bank_id, one.code().unwrap_or_default());
                let word = if one.active { "active" } else { "inactive" };
                let (certainty, name) = (one.bank.certainty.as_str(), one.bank.name);
                say(format_args!(
                    "{id:>4}  {code:<6}  {word:<8}  {certainty:<9}  {name}"
                ))?;
            }
            Ok(())
        }
        BanksCommand::Set(args) => {
            let mut typed = Typed::default();
            typed.set("bankId", Some(args.bank));
            typed.set("active", args.active);
            typed.set("supportsDirectDebit", args.direct_debit);
            typed.text("logoUrl", args.logo);
            typed.text("cbnCode", args.cbn_code);
            typed.text("nipCode", args.nip_code);
            let one = room.run::<EditBank>(&typed.0).await?;
            let word = if one.active { "active" } else { "inactive" };
            let debit = if one.supports_direct_debit {
                "with"
            } else {
                "without"
            };
            let name = one.name;
            say(format_args!("{name} is {word}, {debit} direct debit"))
        }
    }
}

pub(crate) async fn brokers(command: BrokersCommand, room: &Room) -> anyhow::Result<()> {
    match command {
        BrokersCommand::List => {
            for one in room.store.read(ListBrokers).await? {
                let known = one.reference();
                let certainty = known.map_or("added", |known| known.certainty.as_str());
                let word = if one.active { "active" } else { "inactive" };
                let (id, code) = (&one.id, one.code.as_deref().unwrap_or_default());
                let name = &one.name;
                say(format_args!(
                    "{id:<40}  {code:<6}  {word:<8}  {certainty:<9}  {name}"
                ))?;
            }
            Ok(())
        }
        BrokersCommand::Add { id, name, rest } => {
            let mut typed = Typed::default();
            typed.set("id", Some(id));
            typed.set("name", Some(name));
            rest.add_to(&mut typed);
            let broker = room.run::<AddBroker>(&typed.0).await?;
            say(format_args!("{} is added", broker.id))
        }
        BrokersCommand::Set { id, name, rest } => {
            let mut typed = Typed::default();
            typed.set("brokerId", Some(id));
            typed.set("name", name);
            rest.add_to(&mut typed);
            let broker = room.run::<EditBroker>(&typed.0).await?;
            let word = if broker.active { "active" } else { "inactive" };
            say(format_args!("{} is {word}", broker.id))
        }
    }
}
