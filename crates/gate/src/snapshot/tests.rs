//! What a change leaves as it is.

use kofa_domain::Ids;

use super::*;

const NOW: Timestamp = Timestamp::from_micros(1_795_000_000_000_000);

fn a_key(tenant: &TenantId, revoked: bool) -> Key {
    Key {
        id: Ids.id(NOW),
        tenant_id: tenant.clone(),
        scopes: Vec::new(),
        environments: [true, false],
        expires_at: None,
        revoked,
        cidrs: Vec::new(),
        cells: Arc::default(),
        last_use: Arc::default(),
    }
}

fn a_tenant(id: &TenantId) -> Tenant {
    Tenant {
        id: id.clone(),
        vendor_id: String::new(),
        active: true,
        switches: Switches::default(),
        wallets: [WalletNo(1), WalletNo(2)],
        limits: [None, None],
        cells: Arc::default(),
    }
}

fn changed(seen: i64) -> Changed {
    Changed {
        seen,
        tenants: Vec::new(),
        keys: Vec::new(),
        prices: Vec::new(),
    }
}

#[test]
fn a_change_copies_what_is_of_its_kind_and_the_revoked_leave() {
    let id: TenantId = Ids.id(NOW);
    let mut tables = Tables::default();
    let keys = (0..3).map(|no| ([no; 32], a_key(&id, false))).collect();
    let made = Changed {
        tenants: vec![a_tenant(&id)],
        keys,
        ..changed(1)
    };
    tables.take_over(made).unwrap();
    let before = tables.clone();
    // As a top-up changes it.
    let topped_up = Changed {
        tenants: vec![a_tenant(&id)],
        ..changed(2)
    };
    tables.take_over(topped_up).unwrap();
    assert!(Arc::ptr_eq(&before.keys, &tables.keys));
    assert!(Arc::ptr_eq(&before.prices, &tables.prices));
    assert!(!Arc::ptr_eq(&before.tenants, &tables.tenants));
    let revoked = Changed {
        keys: vec![([1; 32], a_key(&id, true)), ([9; 32], a_key(&id, true))],
        ..changed(3)
    };
    let (_, dead) = tables.take_over(revoked).unwrap();
    assert_eq!((tables.keys.len(), dead.len()), (2, 2));
    assert_eq!(
        before.keys.len(),
        3,
        "who reads the copy before is left alone"
    );
}
