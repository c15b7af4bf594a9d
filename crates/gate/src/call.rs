//! A call that was admitted.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

use kofa_cluster::Membership;
use kofa_core::claim::Claim;
use kofa_core::endpoint::Endpoint;
use kofa_domain::{Environment, KeyId, Kobo, RequestId, TenantId, Timestamp};

use crate::Tenant;
use crate::leaving::Waiting;

/// Who calls, where, and with what right. Only the gate makes one, so holding it is proof
/// that checks 2 to 7 of admission passed.
#[derive(Debug)]
pub struct Call {
    pub(crate) request_id: RequestId,
    pub(crate) received_at: Timestamp,
    pub(crate) tenant: Arc<Tenant>,
    pub(crate) key_id: KeyId,
    pub(crate) environment: Environment,
    pub(crate) endpoint: &'static Endpoint,
    pub(crate) price: Kobo,
    pub(crate) idempotency: Option<Claim>,
    /// The lease that pays; 0 before money was set aside.
    pub(crate) epoch: AtomicI64,
    pub(crate) members: Membership,
    pub(crate) begun: AtomicBool,
    pub(crate) outside: AtomicBool,
    pub(crate) waiting: Arc<Waiting>,
}

impl Call {
    /// `X-Request-Id`, and the id of the call's log row.
    pub fn request_id(&self) -> RequestId {
        self.request_id
    }

    /// When the call arrived: the present moment for every rule.
    pub fn now(&self) -> Timestamp {
        self.received_at
    }

    /// Of which endpoint, by its name in prices, logs and OpenAPI.
    pub fn operation_id(&self) -> &'static str {
        self.endpoint.operation_id
    }

    /// Whose call it is. Every storage operation on tenant data takes it.
    pub fn tenant_id(&self) -> &TenantId {
        &self.tenant.id
    }

    /// With which key.
    pub fn key_id(&self) -> &KeyId {
        &self.key_id
    }

    /// The tenant's vendor id: a UUID in its usual text form.
    pub fn vendor_id(&self) -> &str {
        &self.tenant.vendor_id
    }

    /// What one thing costs that this call asks for, in kobo.
    pub fn price(&self) -> Kobo {
        self.price
    }

    /// Says that work leaves this machine now, which costs the operator something: from here the
    /// call runs to its end, also where its endpoint stops with its caller.
    pub fn goes_outside(&self) {
        self.outside.store(true, Ordering::Release);
    }

    /// Ends when its caller has left and nothing was sent outside yet.
    pub(crate) async fn is_left_inside(&self) {
        self.waiting.over().await;
        if self.outside.load(Ordering::Acquire) {
            std::future::pending().await
        }
    }

    /// In which world. Every storage operation on tenant data takes it.
    pub fn environment(&self) -> Environment {
        self.environment
    }
}
