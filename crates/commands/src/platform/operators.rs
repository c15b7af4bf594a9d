//! The people who operate the platform.

use kofa_core::{ActorAt, OperatorRole, Page, Permission};
use kofa_domain::{Ids, OperatorId, Result, Sensitive};
use kofa_identity::operators::{self, NewOperator, Operator};
use kofa_identity::password;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;

use crate::rules::{Blank, EMAIL, NAME, Rule, Word, Wrong};
use crate::wire::{Paged, exposed, moment};
use crate::{Body, Command, Entry, Fields, Method, Services, Spec};

/// All of this file.
pub(super) const ALL: &[Entry] = &[
    Entry::of::<CreateOperator>(),
    Entry::of::<ListOperators>(),
    Entry::of::<DisableOperator>(),
    Entry::of::<EnableOperator>(),
];

/// What most of these have in common.
const OF_OPERATORS: Spec = Spec {
    tag: "People",
    method: Method::Post,
    right: Permission::Operators,
    ..Spec::BASE
};

/// An operator of the platform.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Operator)]
pub struct OperatorView {
    /// The operator's ID.
    #[schema(pattern = "^opr_[0-9a-f]{32}$")]
    id: String,
    /// The email address, also used to sign in.
    pub email: String,
    /// A display name.
    pub name: String,
    /// Their role.
    #[schema(schema_with = role_schema)]
    pub role: &'static str,
    /// When they were created.
    #[schema(format = "date-time")]
    created_at: String,
    /// When they were disabled; null if they are active.
    #[schema(format = "date-time", required)]
    disabled_at: Option<String>,
    /// When they were linked to an account at the sign-in provider; null if they are not.
    #[schema(format = "date-time", required)]
    linked_at: Option<String>,
}

pub(super) fn role_schema() -> utoipa::openapi::schema::Schema {
    kofa_core::schema::choice(&OperatorRole::ALL.map(OperatorRole::as_str))
}

impl From<Operator> for OperatorView {
    fn from(operator: Operator) -> Self {
        Self {
            id: operator.id.to_string(),
            email: operator.email,
            name: operator.name,
            role: operator.role.as_str(),
            created_at: moment(operator.created_at),
            disabled_at: operator.disabled_at.map(moment),
            linked_at: operator.linked_at.map(moment),
        }
    }
}

/// A new operator and their token.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OperatorCreated {
    #[serde(flatten)]
    pub operator: OperatorView,
    /// Their first admin API token, named `first`. Returned only once.
    #[serde(serialize_with = "exposed")]
    #[schema(value_type = String, pattern = "^kofa_admin_[0-9a-f]{48}$")]
    pub admin_token: Sensitive<String>,
}

/// The new operator.
#[derive(Debug)]
pub struct Newcomer {
    name: String,
    email: String,
    /// The password for signing in to the console. Without one, the operator can only use the
    /// admin API.
    password: Option<Sensitive<String>>,
}

/// A password, taken as it is, spaces and all.
struct Password;

impl Rule for Password {
    type Out = Sensitive<String>;
    const BLANK: Blank = Blank::Value;

    fn schema(&self) -> Value {
        json!({"type": "string", "minLength": 10, "maxLength": 200})
    }

    fn read(&self, value: &Value) -> Result<Sensitive<String>, Wrong> {
        let text = value.as_str().ok_or("must be a string")?;
        Ok(Sensitive::new(text.to_owned()))
    }

    fn write(&self, out: &Sensitive<String>) -> Value {
        out.expose().as_str().into()
    }
}

impl Newcomer {
    /// Reads them; `role` is read between.
    pub fn read<R>(
        fields: &mut Fields<'_>,
        role: impl FnOnce(&mut Fields<'_>) -> R,
    ) -> (Option<Self>, R) {
        let name = fields.required("name", "", NAME);
        let email = fields.required("email", "", EMAIL);
        let role = role(fields);
        let docs = "The password for signing in to the console. Without one, the operator can \
                    only use the admin API.";
        let password = fields.optional("password", docs, Password);
        if let Some(password) = &password {
            let words = [name.as_deref(), email.as_deref()];
            let words: Vec<&str> = words.into_iter().flatten().collect();
            fields
                .faults
                .take(password::check("password", password, &words));
        }
        let newcomer = name.zip(email).map(|(name, email)| Self {
            name,
            email,
            password,
        });
        (newcomer, role)
    }

    /// With their password hashed, which is work.
    pub async fn hashed(self, ids: Ids, role: OperatorRole) -> Result<NewOperator> {
        let password_hash = match self.password {
            Some(password) => Some(Sensitive::new(password::hash(password, ids).await?)),
            None => None,
        };
        Ok(NewOperator {
            email: self.email,
            name: self.name,
            role,
            password_hash,
        })
    }
}

impl OperatorCreated {
    pub fn new(operator: Operator, admin_token: Sensitive<String>) -> Self {
        Self {
            operator: operator.into(),
            admin_token,
        }
    }
}

#[derive(Debug)]
pub struct CreateOperator {
    pub newcomer: Newcomer,
    /// Their new role.
    pub role: OperatorRole,
}

pub(super) const ROLE: Word<OperatorRole> = Word {
    all: &OperatorRole::ALL,
    as_str: OperatorRole::as_str,
    parse: OperatorRole::parse,
    must: "must be `owner`, `ops`, `finance` or `support`",
};

impl Command for CreateOperator {
    const SPEC: &'static Spec = &Spec {
        name: "createOperator",
        summary: "Create operator",
        description: "Owners only. The token is returned only in this response.",
        path: "/admin/v1/operators",
        body: Body::Json("NewOperatorBody", "The new operator."),
        success: &[(201, "The operator.")],
        asks_again: true,
        ..OF_OPERATORS
    };
    type Output = OperatorCreated;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        let (newcomer, role) = Newcomer::read(fields, |fields| fields.required("role", "", ROLE));
        Some(Self {
            newcomer: newcomer?,
            role: role?,
        })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<OperatorCreated> {
        let new = self.newcomer.hashed(services.ids, self.role).await?;
        let vault = services.vault()?;
        let (create, token) = operators::CreateOperator::new(vault, services.ids, by, new);
        let operator = services.store.write(create).await?;
        Ok(OperatorCreated::new(operator, token))
    }
}

#[derive(Debug)]
pub struct ListOperators {
    /// Which part of them.
    pub page: Page,
}

impl Command for ListOperators {
    const SPEC: &'static Spec = &Spec {
        name: "listOperators",
        summary: "List operators",
        description: "Newest first, including disabled operators.",
        method: Method::Get,
        path: "/admin/v1/operators",
        right: Permission::Look,
        success: &[(200, "A page.")],
        ..OF_OPERATORS
    };
    type Output = Paged<OperatorView>;

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        fields.page().map(|page| Self { page })
    }

    async fn run(self, services: &Services, _: ActorAt) -> Result<Self::Output> {
        let page = self.page;
        let listed = services
            .store
            .read(operators::ListOperators { page })
            .await?;
        Ok(Paged::new(listed, OperatorView::from))
    }
}

pub(super) fn path_operator(fields: &mut Fields<'_>) -> Option<OperatorId> {
    fields.path_id("operatorId", "There is no such operator.")
}

/// The end of an operator's rights.
#[derive(Debug)]
pub struct DisableOperator {
    pub operator: OperatorId,
}

impl Command for DisableOperator {
    const SPEC: &'static Spec = &Spec {
        name: "disableOperator",
        summary: "Disable an operator",
        description: "Removes all access immediately: the operator's sessions, admin tokens and \
                      reset links end.\nThe last owner cannot be disabled.",
        path: "/admin/v1/operators/{operatorId}/disable",
        success: &[(204, "The operator is disabled.")],
        asks_again: true,
        ..OF_OPERATORS
    };
    type Output = ();

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        path_operator(fields).map(|operator| Self { operator })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<()> {
        let operator = self.operator;
        services
            .store
            .write(operators::DisableOperator { by, operator })
            .await
    }
}

/// An operator's rights, again.
#[derive(Debug)]
pub struct EnableOperator {
    pub operator: OperatorId,
}

impl Command for EnableOperator {
    const SPEC: &'static Spec = &Spec {
        name: "enableOperator",
        summary: "Enable a disabled operator",
        description: "The operator keeps their role and password. Their admin tokens stay \
                      revoked.",
        path: "/admin/v1/operators/{operatorId}/enable",
        success: &[(204, "The operator is enabled.")],
        asks_again: true,
        ..OF_OPERATORS
    };
    type Output = ();

    fn read(fields: &mut Fields<'_>) -> Option<Self> {
        path_operator(fields).map(|operator| Self { operator })
    }

    async fn run(self, services: &Services, by: ActorAt) -> Result<()> {
        let operator = self.operator;
        services
            .store
            .write(operators::EnableOperator { by, operator })
            .await
    }
}
