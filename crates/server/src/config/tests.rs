//! Where settings come from, and which are refused.

use kofa_investment::identity::outcome::Policy;

use super::*;

fn config(file: &str, variables: &[(&str, &str)], data: Option<&str>) -> Config {
    let variables = variables
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let flags = [("data_dir", data.map(str::to_owned))];
    Config::layered(parse_file(file).unwrap(), variables.collect(), &flags)
}

#[test]
fn options_beat_the_environment_and_that_beats_the_file() {
    let file = "data_dir = 'a'\nlisten = '0.0.0.0:1'\nbase_url = 'https://kofa.example/'";
    let variables = [("KOFA_DATA_DIR", "b"), ("KOFA_LISTEN", "[::1]:2")];
    let one = config(file, &variables, Some("c"));
    assert_eq!(one.data_dir(), PathBuf::from("c"));
    assert_eq!(one.listen(), "[::1]:2");
    assert_eq!(one.base_url("x:1"), "https://kofa.example");
    assert_eq!(config("", &[], None).base_url("x:1"), "http://x:1");
    assert_eq!(config("", &[], None).data_dir(), PathBuf::from("kofa-data"));
}

#[test]
fn a_variable_that_no_setting_has_is_told_by_its_name() {
    let variables = [("KOFA_DATABSE_URL", "secret"), ("KOFA_LISTEN", "[::1]:2")];
    let one = config("", &variables, None);
    assert_eq!(one.unknown_variables(), ["KOFA_DATABSE_URL"]);
    assert_eq!(one.listen(), "[::1]:2");
}

#[test]
fn every_unknown_or_misshapen_setting_is_named_and_no_value_repeated() {
    let wrong = "lisen = 'x'\nlog = true\n[store]\nurl = 'secret'";
    let message = parse_file(wrong).unwrap_err().to_string();
    for name in ["`lisen`", "`log`", "`store`"] {
        assert!(message.contains(name), "{message}");
    }
    assert!(!message.contains("secret"));
    let broken = parse_file("log = 'x'\nmaster_key = 'secret").unwrap_err();
    let broken = format!("{broken:#}");
    assert!(
        broken.contains("line 2") && !broken.contains("secret"),
        "{broken}"
    );
}

#[test]
fn what_a_server_cannot_start_with_is_refused_at_once() {
    let file = "trusted_proxies = ['10.0.0.0/8', 'home']\nsqlite_readers = 0\nbase_url = 'x'\n\
        listen = '999.1.1.1:80'\nlog = 'kofa=bogus[['\noperators_listen = 'here'\n\
        metrics_listen = '1'\nconnections_per_address = 0\nbody_memory_mib = 1";
    let message = config(file, &[], None).check().unwrap_err().to_string();
    for name in [
        "trusted_proxies",
        "sqlite_readers",
        "base_url",
        "`listen`",
        "`log`",
        "`operators_listen`",
        "`metrics_listen`",
        "`connections_per_address`",
        "`body_memory_mib`",
    ] {
        assert!(message.contains(name), "{message}");
    }
    let good = "trusted_proxies = ['10.0.0.0/8', '::1']\nidentity_hosts = 'a.ng, b.ng'";
    let good = config(good, &[], None);
    good.check().unwrap();
    assert_eq!(good.trusted_proxies().unwrap().len(), 2);
    let hosts = good.hosts();
    let identity = hosts.iter().find(|(address, _)| *address == "identity");
    assert_eq!(identity.unwrap().1, ["a.ng", "b.ng"]);
}

#[test]
fn a_registrys_key_never_travels_in_clear_to_strangers() {
    let check = |url: &str, is_taken: bool| {
        let file =
            format!("registry_contract_url = \"{url}\"\nregistry_contract_key = \"hunter22\"");
        let said = config(&file, &[], None).upstreams();
        assert_eq!(said.is_ok(), is_taken, "{url}");
        if let Err(why) = said {
            let why = why.to_string();
            assert!(why.contains("must begin with https://"), "{why}");
            assert!(!why.contains("hunter22"), "{why}");
        }
    };
    check("https://registry.example.ng", true);
    check("http://127.0.0.1:8080", true);
    check("http://10.0.0.7", true);
    check("http://registry.internal", true);
    check("http://registry.example.ng", false);
    check("http://8.8.8.8", false);
}

#[test]
fn a_provider_is_used_only_if_its_settings_are_whole() {
    assert!(config("", &[], None).provider().unwrap().is_none());
    let good = "provider_url = 'https://ai.example.ng/v1'\nprovider_model = 'm'";
    assert!(config(good, &[], None).provider().unwrap().is_some());
    let key = [("KOFA_PROVIDER_KEY", "hunter22")];
    let shown = format!("{:?}", config(good, &key, None).shown());
    assert!(!shown.contains("hunter22") && shown.contains("<hidden>"));
    for wrong in [
        "provider_url = 'https://ai.example.ng/v1'",
        "provider_url = 'http://ai.example.ng/v1'\nprovider_model = 'm'",
        "provider_url = 'https://a.ng'\nprovider_model = 'm'\nprovider_use = 'all'",
        "provider_url = 'https://a.ng'\nprovider_model = 'm'\nprovider_timeout_ms = 9",
    ] {
        let message = config(wrong, &[], None).check().unwrap_err().to_string();
        assert!(message.contains("`provider_"), "{message}");
    }
}

#[test]
fn secrets_are_masked_where_settings_are_shown() {
    let variables = [
        ("KOFA_MASTER_KEY", "0f0f"),
        (
            "KOFA_DATABASE_URL",
            "postgres://ada:hunter22@db:5432/kofa?password=hunter22",
        ),
    ];
    let shown = config("", &variables, None).shown();
    let text = format!("{shown:?}");
    assert!(!text.contains("hunter22") && !text.contains("0f0f"));
    let url = shown
        .iter()
        .find(|(setting, _, _)| setting.name == "database_url");
    assert_eq!(url.unwrap().1, "postgres://<hidden>@db:5432/kofa");
}

#[test]
fn user_information_is_masked_in_every_url() {
    let url = "https://ada:hunter22@ai.example.ng/v1";
    for setting in SETTINGS.iter().filter(|one| one.name.ends_with("_url")) {
        let one = config("", &[(setting.variable().as_str(), url)], None);
        let shown = one.shown();
        let found = shown.iter().find(|(it, _, _)| it.name == setting.name);
        assert_eq!(found.unwrap().1, "https://<hidden>@ai.example.ng/v1");
    }
    let plain = config("base_url = 'https://kofa.example.ng'", &[], None).shown();
    assert!(format!("{plain:?}").contains("https://kofa.example.ng"));
}

#[test]
fn a_data_folder_that_is_made_opens_to_its_owner_only() {
    use std::os::unix::fs::PermissionsExt as _;

    let above = std::env::temp_dir().join(format!("kofa-data-{}", std::process::id()));
    std::fs::create_dir(&above).unwrap();
    let mode = |of: &Path| std::fs::metadata(of).unwrap().permissions().mode() & 0o777;
    let as_it_was = mode(&above);
    let folder = above.join("data");
    let one = config("", &[], folder.to_str());
    assert_eq!(one.made_data_dir().unwrap(), folder);
    assert_eq!(mode(&folder), 0o700);
    one.made_data_dir().unwrap();
    assert_eq!(mode(&above), as_it_was);
    std::fs::remove_dir_all(&above).unwrap();
}

#[test]
fn a_sign_in_provider_needs_all_of_its_settings() {
    let whole = "sign_in_issuer = 'https://login.example.ng'\nsign_in_client_id = 'kofa'\n\
        sign_in_client_secret = 'hunter22'\nsign_in_domains = ['Example.ng']\n";
    let one = config(whole, &[], None).single_sign_on().unwrap();
    let operators = one.operators.unwrap();
    assert_eq!(operators.domains, ["example.ng"]);
    assert!(!operators.asks_second_factor);
    assert!(
        config("", &[], None)
            .single_sign_on()
            .unwrap()
            .operators
            .is_none()
    );
    let check = |change: (&str, &str), names: &str| {
        let said = config(whole, &[change], None).single_sign_on();
        let said = format!("{:#}", said.unwrap_err());
        assert!(said.contains(names) && !said.contains("hunter22"), "{said}");
    };
    check(
        ("KOFA_SIGN_IN_ISSUER", "http://login.example.ng"),
        "sign_in_issuer",
    );
    check(("KOFA_SIGN_IN_CLIENT_ID", ""), "sign_in_client_id");
    check(
        ("KOFA_SIGN_IN_CLIENT_SECRET", ""),
        "sign_in_client_secret_file",
    );
    check(("KOFA_SIGN_IN_DOMAINS", ""), "sign_in_domains");
    check(
        ("KOFA_SIGN_IN_SECOND_FACTOR", "no"),
        "sign_in_second_factor",
    );
    check(("KOFA_TENANT_ISSUERS", "all"), "tenant_issuers");
}

#[test]
fn further_exchanges_stand_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("exchanges.toml");
    let read = |text: &str| {
        std::fs::write(&file, text).unwrap();
        let setting = format!("exchanges_file = {:?}", file.to_str().unwrap());
        config(&setting, &[], None).exchanges()
    };
    let desk = "[desk-1]\nurl = \"https://desk.example.ng\"\nkey = \"kofa_live_x\"\n\
         vendor_id = \"0d6f4f3c-58b5-4b3c-9c7e-3f2c3d3a1b11\"\n";
    let more = "offers = [\"OFR-A\", \"OFR-B\"]\ntimeout_s = 3\n";
    let read_one = read(&format!("{desk}{more}")).unwrap().remove(0).settings;
    assert_eq!(read_one.upstream(), "exchange-desk-1");
    assert_eq!(read_one.environment, Environment::Live);
    assert_eq!(read_one.time_limit.as_secs(), 3);
    assert_eq!(read_one.offers.unwrap(), ["OFR-A", "OFR-B"]);
    assert_eq!(read_one.brokers, None);
    assert!(read("").unwrap().is_empty());
    for (text, word) in [
        ("[main]\n", "main"),
        ("[\"A b\"]\n", "small letters"),
        ("[a]\nurl = \"https://a.example.ng\"\n", "[a]"),
        ("[a]\n", "`url`, `key` and `vendor_id`"),
        ("a = 1\n", "table"),
        ("[a]\nport = 1\n", "there is no setting `port`"),
        ("key = \"secret\n", "line 1"),
    ] {
        let said = format!("{:#}", read(text).unwrap_err());
        assert!(said.contains(word) && !said.contains("secret"), "{said}");
    }
}

#[test]
fn an_exchange_is_whole_or_none() {
    let of = |more: &str| {
        let file = format!(
            "exchange_contract_url = \"https://exchange.example.ng/\"\n\
             exchange_contract_key = \"kofa_test_x\"\n\
             exchange_contract_vendor_id = \"0d6f4f3c-58b5-4b3c-9c7e-3f2c3d3a1b11\"\n{more}"
        );
        config(&file, &[], None).exchanges()
    };
    assert!(config("", &[], None).exchanges().unwrap().is_empty());
    let own = |text: &str| config(text, &[], None).exchange_own().ok();
    assert_eq!(own(""), Some(false));
    assert_eq!(own("exchange_own = \"true\""), None);
    let skipped = "exchange_own = \"true\"\nidentity_enquiry_policy = \"skip\"";
    assert_eq!(own(skipped), Some(true));
    assert_eq!(own("exchange_own = \"perhaps\""), None);
    let settings = of("").unwrap().remove(0).settings;
    assert_eq!(settings.url, "https://exchange.example.ng");
    assert_eq!(settings.environment, Environment::Sandbox);
    let live = of("exchange_contract_environment = \"live\"");
    assert_eq!(
        live.unwrap().remove(0).settings.environment,
        Environment::Live
    );
    let more = "exchange_contract_headers = \"X-Client: a; X-Secret: b: c\"";
    let headers = of(more).unwrap().remove(0).settings.headers;
    assert_eq!(headers["x-secret"], "b: c");
    assert!(headers["x-client"].is_sensitive());
    for (more, word) in [
        ("exchange_contract_environment = \"moon\"", "environment"),
        ("exchange_contract_headers = \"no header\"", "headers"),
        ("exchange_contract_timeout_s = 15", "timeout_s"),
        ("exchange_contract_client_key = \"key.pem\"", "go together"),
    ] {
        let said = of(more).unwrap_err().to_string();
        assert!(said.contains(word), "{said}");
    }
    for file in [
        "exchange_contract_url = \"https://exchange.example.ng\"",
        "exchange_contract_url = \"http://exchange.example.ng\"\nexchange_contract_key = \"k\"\n\
         exchange_contract_vendor_id = \"0d6f4f3c-58b5-4b3c-9c7e-3f2c3d3a1b11\"",
        "exchange_contract_url = \"https://exchange.example.ng\"\nexchange_contract_key = \"k\"\n\
         exchange_contract_vendor_id = \"us\"",
    ] {
        assert!(config(file, &[], None).exchanges().is_err(), "{file}");
    }
}

#[test]
fn payment_settings_that_cannot_be_meant_are_refused() {
    let check = |settings: &[(&str, &str)], wrong: &str| {
        let lines = settings.iter();
        let lines: Vec<String> = lines.map(|(name, to)| format!("{name} = '{to}'")).collect();
        let read = config(&lines.join("\n"), &[], None).payments();
        match read {
            Ok(_) => assert_eq!(wrong, "", "{settings:?}"),
            Err(error) => {
                let message = format!("{error:#}");
                assert!(!wrong.is_empty() && message.contains(wrong), "{message}");
                assert!(!message.contains("sk_live"), "{message}");
            }
        }
    };
    let paystack = ("payments_paystack_secret_key", "sk_live_1");
    let here = ("payments_paystack_url", "http://127.0.0.1:9/");
    let hmac = [
        ("payments_hmac_url", "http://127.0.0.1:9"),
        ("payments_hmac_key", "k"),
        (
            "payments_hmac_secret",
            "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        ),
    ];
    check(&[], "");
    check(&[paystack, here], "");
    check(&hmac, "");
    let both = [&hmac[..], &[paystack, here]].concat();
    check(&both, "payments_provider");
    check(&[&both[..], &[("payments_provider", "hmac")]].concat(), "");
    check(&[("payments_provider", "paystack")], "payments_provider");
    check(&[("payments_provider", "cash")], "payments_provider");
    let open = ("payments_paystack_url", "http://api.example.ng");
    check(&[paystack, open], "payments_paystack_url");
    check(&hmac[..2], "payments_hmac_secret");
    let short = ("payments_hmac_secret", "whsec_AAAA");
    check(&[hmac[0], hmac[1], short], "payments_hmac_secret");
    check(&[("payments_timeout_s", "21")], "payments_timeout_s");
    let bank = [
        ("payments_bank_name", "Zenith"),
        ("payments_bank_account_number", "0123456789"),
        ("payments_bank_account_name", "Kofa Ltd"),
    ];
    check(&bank, "");
    check(&bank[..2], "go together");
    let wrong = ("payments_bank_account_number", "012345678");
    check(&[bank[0], wrong, bank[2]], "ten digits");
}

#[test]
fn who_knows_people_is_whole_or_none_and_the_policy_is_a_word() {
    let of = |url: &str, more: &str| {
        let file =
            format!("identity_enquiry_url = \"{url}\"\nidentity_enquiry_key = \"k\"\n{more}");
        config(&file, &[], None).identity_enquiry()
    };
    let url = "https://people.example.ng/v1/";
    assert!(config("", &[], None).identity_enquiry().unwrap().is_none());
    let found = of(url, "").unwrap().unwrap();
    assert_eq!(found.settings.url, "https://people.example.ng/v1");
    assert_eq!(
        (found.policy, found.settings.time_limit.as_secs()),
        (Policy::Refuse, 8)
    );
    for policy in Policy::ALL {
        let line = format!("identity_enquiry_policy = \"{}\"", policy.as_str());
        assert_eq!(of(url, &line).unwrap().unwrap().policy, policy);
    }
    let headers = of(url, "identity_enquiry_headers = \"X-Client: a\"").unwrap();
    assert!(headers.unwrap().settings.headers["x-client"].is_sensitive());
    for (url, more, word) in [
        ("http://people.example.ng", "", "identity_enquiry_url"),
        ("https://people.example.ng?x", "", "identity_enquiry_url"),
        (url, "identity_enquiry_policy = \"perhaps\"", "refuse"),
        (url, "identity_enquiry_timeout_s = 15", "timeout_s"),
        (
            url,
            "identity_enquiry_headers = \"no header\"",
            "identity_enquiry_headers",
        ),
        ("", "", "go together"),
    ] {
        let said = of(url, more).unwrap_err().to_string();
        assert!(said.contains(word), "{said}");
    }
}
