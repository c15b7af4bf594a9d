//! The products' description at `/openapi.json` and behind the reference: made anew when a price
//! in it changes, not for each who reads it.

use std::sync::{Arc, Mutex, PoisonError};

use axum::body::Bytes;
use kofa_core::endpoint::Endpoint;
use kofa_core::product::Products;
use kofa_domain::{Environment, Kobo};
use kofa_gate::{Reference, document};
use serde_json::Value;

/// The description, as it was made last.
pub(crate) struct Description<P> {
    products: Products,
    pages: Arc<Vec<(&'static Endpoint, Reference)>>,
    price: P,
    last: Mutex<Option<Arc<Made>>>,
}

/// A description and the prices in it.
pub(crate) struct Made {
    prices: Vec<Kobo>,
    pub(crate) document: Arc<Value>,
    /// The same as JSON.
    pub(crate) text: Bytes,
}

impl<P: Fn(&Endpoint, Environment) -> Kobo> Description<P> {
    /// Of `products` and their `pages`; `price` says what an endpoint costs now.
    pub(crate) fn new(
        products: Products,
        pages: Arc<Vec<(&'static Endpoint, Reference)>>,
        price: P,
    ) -> Self {
        Self {
            products,
            pages,
            price,
            last: Mutex::default(),
        }
    }

    /// As it is now.
    pub(crate) fn now(&self) -> Arc<Made> {
        let prices = self.prices();
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = &*last
            && made.prices == prices
        {
            return Arc::clone(made);
        }
        let document = document(&self.products, &self.pages, &self.price);
        let made = Arc::new(Made {
            prices,
            text: document.to_string().into(),
            document: Arc::new(document),
        });
        *last = Some(Arc::clone(&made));
        made
    }

    /// Prices change with the book and with time: what they are is the mark of a description.
    fn prices(&self) -> Vec<Kobo> {
        let endpoints = self.pages.iter().map(|(endpoint, _)| *endpoint);
        let both = |endpoint| Environment::ALL.map(|place| (self.price)(endpoint, place));
        endpoints.flat_map(both).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicI64, Ordering};

    use kofa_gate::GetQuote;
    use kofa_gate::ProductEndpoint as _;

    use super::*;

    #[test]
    fn it_is_made_once_a_price() {
        let live = AtomicI64::new(500);
        let price = |_: &Endpoint, environment| match environment {
            Environment::Live => Kobo::new(live.load(Ordering::Relaxed)),
            Environment::Sandbox => Kobo::new(100),
        };
        let pages = Arc::new(vec![(GetQuote::ENDPOINT, GetQuote::reference())]);
        let description = Description::new(Products::new(&[], &[]), pages, price);
        let first = description.now();
        assert!(Arc::ptr_eq(&first, &description.now()));
        live.store(700, Ordering::Relaxed);
        let second = description.now();
        assert!(Arc::ptr_eq(&second, &description.now()));
        for (made, price) in [(first, 500), (second, 700)] {
            let text: Value = serde_json::from_slice(&made.text).unwrap();
            assert_eq!(text, *made.document);
            let paths = text["paths"].as_object().unwrap();
            let said = paths
                .values()
                .flat_map(|path| path.as_object().unwrap().values());
            let prices: Vec<_> = said.map(|one| &one["x-price"]["live"]).collect();
            assert_eq!(prices, [price]);
        }
    }
}
