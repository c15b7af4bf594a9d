//! Runs one endpoint behind the gate: checks 8 and 9, and the product.

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use futures_util::FutureExt as _;
use kofa_core::codes;
use kofa_core::endpoint::{Endpoint, WalletNo};
use kofa_domain::{Error, Kobo, Result};
use kofa_ledger::wallet::{Lease, Reservation, Wallets};

use super::ProductEndpoint;
use super::answer::Refusal;
use super::outcome::Outcome;
use super::request::Request;
use crate::call::Call;

/// What a call is paid from.
#[derive(Clone, Copy)]
pub(super) struct Paying<'a> {
    pub(super) wallets: &'a Wallets,
    pub(super) lease: &'a Arc<Lease>,
    pub(super) wallet: WalletNo,
}

/// Runs check 8, check 9 and the product behind a panic catcher, and a time limit where
/// nothing outside can have happened.
pub(super) async fn run(
    endpoint: &dyn Served,
    call: &Call,
    request: &Request,
    paying: Option<Paying<'_>>,
) -> Outcome {
    let admitted = endpoint.admitted(call, request, paying);
    let admitted = kofa_outbound::on_behalf_of(call.tenant.id.clone(), admitted);
    let guarded = AssertUnwindSafe(admitted).catch_unwind();
    let done = if call.endpoint.runs_to_its_end() {
        Ok(guarded.await)
    } else {
        let limit = Duration::from_millis(call.endpoint.timeout_ms_max);
        let limited = tokio::time::timeout(limit, guarded);
        if call.endpoint.stops_with_caller {
            tokio::select! {
                biased;
                done = limited => done,
                () = call.is_left_inside() => {
                    return Outcome::refused(Error::plain(&codes::CALLER_LEFT));
                }
            }
        } else {
            limited.await
        }
    };
    match done {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(_)) => {
            let begun = call.begun.load(Ordering::Acquire);
            Outcome {
                reply: Err(Refusal {
                    // What happened outside is unknown: the failure is what a repetition is told.
                    executed: begun,
                    ..Error::internal("the endpoint panicked").into()
                }),
                reservation: None,
                begun,
                claim: call.idempotency.clone(),
                checks_passed: 9,
            }
        }
        Err(_) => Outcome::refused(Error::plain(&codes::CALL_TIMED_OUT)),
    }
}

/// An endpoint as the gate serves it: of one type, so that the gate is compiled once.
pub(super) trait Served: Send + Sync {
    fn description(&self) -> &'static Endpoint;

    /// Checks 8 and 9, and the product.
    fn admitted<'a>(
        &'a self,
        call: &'a Call,
        request: &'a Request,
        paying: Option<Paying<'a>>,
    ) -> Pin<Box<dyn Future<Output = Outcome> + Send + 'a>>;
}

impl<E: ProductEndpoint> Served for E {
    fn description(&self) -> &'static Endpoint {
        E::ENDPOINT
    }

    fn admitted<'a>(
        &'a self,
        call: &'a Call,
        request: &'a Request,
        paying: Option<Paying<'a>>,
    ) -> Pin<Box<dyn Future<Output = Outcome> + Send + 'a>> {
        Box::pin(admitted(self, call, request, paying))
    }
}

async fn admitted<E: ProductEndpoint>(
    endpoint: &E,
    call: &Call,
    request: &Request,
    paying: Option<Paying<'_>>,
) -> Outcome {
    let input = match endpoint.read(call, request).await {
        Ok(input) => input,
        Err(error) => return Outcome::refused(error),
    };
    let paying = paying.filter(|_| !E::is_free(&input));
    let price = call.price.checked_mul(i64::from(E::units(&input)));
    let price = price.unwrap_or(Kobo::new(i64::MAX));
    let reservation = match paying {
        None => None,
        Some(paying) => match paying.reserve(price).await {
            Ok(reservation) => Some(reservation),
            Err(error) => {
                return Outcome {
                    checks_passed: 8,
                    ..Outcome::refused(error)
                };
            }
        },
    };
    let epoch = reservation.as_ref().map_or(0, |held| held.lease().epoch);
    call.epoch.store(epoch, Ordering::Release);
    let reply = endpoint.run(call, input).await;
    let begun = call.begun.load(Ordering::Acquire);
    Outcome {
        reply,
        reservation,
        begun,
        claim: call.idempotency.clone(),
        checks_passed: 9,
    }
}

impl Paying<'_> {
    async fn reserve(self, price: Kobo) -> Result<Reservation> {
        if let Some(reservation) = self.wallets.reserve(self.wallet, price).await? {
            return Ok(reservation);
        }
        let available = self.lease.available().min(Kobo::new(price.get() - 1));
        let shortfall = price.get() - available.get();
        let message = format!(
            "This request costs {price}; the available balance is {available}. Top up at least {}.",
            Kobo::new(shortfall)
        );
        let error = Error::new(&codes::INSUFFICIENT_WALLET_BALANCE, message)
            .with_detail("price", price.get())
            .with_detail("available", available.get())
            .with_detail("shortfall", shortfall)
            .with_detail("currency", "NGN");
        Err(error)
    }
}
