//! What words are about, in the languages of the papers that people hand in: a set of topics
//! for each word, and for two or three words that belong together.

use std::collections::HashMap;
use std::sync::LazyLock;

use kofa_gazetteer::normalise;

/// Topics, one bit each, in the order of [`TOPICS`].
pub(super) type Topics = u32;

/// A street, or what streets are called in other languages.
const STREET: usize = 0;
pub(super) const COMPANY: usize = 5;
pub(super) const HOLDER: usize = 6;
pub(super) const SHIPPING: usize = 7;
pub(super) const SENDER: usize = 8;
pub(super) const OTHER_PARTY: usize = 9;
pub(super) const CONTACTS: usize = 12;
pub(super) const REGISTERS: usize = 13;
pub(super) const TITLE: usize = 16;
pub(super) const GREETING: usize = 17;
/// How many topics there are.
pub(super) const TOPICS_COUNT: usize = TOPICS.len();

/// Endings of German, Dutch and Nordic names of streets.
const STREET_ENDINGS: [&str; 20] = [
    "strasse", "strase", "strae", "str", "weg", "allee", "gasse", "platz", "ring", "damm", "ufer",
    "straat", "laan", "plein", "gatan", "vagen", "vgen", "vej", "gade", "veien",
];

const TOPICS: [&str; 20] = [
    // Streets.
    "street st road rd avenue ave av drive dr lane ln boulevard blvd bd way court ct place pl \
     close crescent cres highway hwy parkway pkwy square sq terrace trail circle cir route rte \
     broadway walk row mews grove gardens park plaza rue chemin impasse allee quai cours faubourg \
     calle avenida avda paseo carrera carretera camino plaza via viale corso piazza vicolo strada \
     rua travessa largo alameda praca ulica ul aleja straat weg laan platz strasse straße str \
     gasse marg nagar chowk sokak cadde jalan jl house plot estate layout expressway",
    // Parts of a house.
    "suite ste apt apartment unit flat floor fl room rm bldg building block tower level etage bat \
     batiment appt appartement piso puerta planta interno scala bus shop office app og eg stock \
     wing",
    // Boxes.
    "pobox box postfach postbus bp cs tsa cedex apartado casella pmb postboks boite postal bag",
    // Countries.
    "nigeria usa us unitedstates unitedkingdom uk england scotland wales ireland canada germany \
     deutschland france italia italy espana spain portugal brasil brazil netherlands nederland \
     belgie belgique belgium austria osterreich switzerland schweiz suisse sweden sverige norway \
     norge denmark danmark finland suomi poland polska india china hongkong singapore australia \
     newzealand southafrica kenya ghana egypt uae mexico japan turkey czechrepublic greece \
     hungary romania luxembourg israel pakistan bangladesh malaysia indonesia philippines",
    // States and provinces in two or three letters.
    "al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm \
     ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy dc on qc bc ab mb sk ns nb nl pe \
     nsw vic qld tas act nt",
    // Companies.
    "inc llc ltd limited plc corp corporation company co gmbh ag kg ohg ug mbh ev sarl sas sa spa \
     srl sl slu bv nv ab oy as aps lda ltda kft sro doo pvt pty llp bank group holdings \
     university services solutions stadtwerke energie telekom",
    // The holder.
    "billto billedto billing customer client soldto buyer bill invoiceto invoiced account \
     accountholder holder subscriber member tenant lessee renter occupant resident patient \
     insured policyholder employee recipient taxpayer applicant student consignee purchaser attn \
     attention to kunde kundin rechnungsadresse rechnungsempfanger rechnungsanschrift empfanger \
     mieter leistungsempfanger facturea factureea clientes adressedefacturation destinataire \
     titulaire locataire acheteur cliente facturara facturado titular destinatario comprador \
     fatturareea intestatario spett klant factuuradres faktureringsadress kund kunde asiakas \
     nabywca odbiorca odberatel debitor personal residential home mailing issuedto preparedfor \
     for accountname clientname customername consumer debtor guest passenger pupil \
     donor invoicee lessees tenants auftraggeber besteller kaufer kontoinhaber antragsteller \
     versicherungsnehmer zahlungspflichtiger kupujici zamawiajacy platnik adressat acquirente \
     cessionario committente conduttore inquilino arrendatario paciente assure souscripteur \
     debiteur salarie maitre ostaja tilaaja koper huurder opdrachtgever kober \
     debiteurs vasarlo vevo cumparator alici musteri pelanggan pembeli",
    // Where goods go.
    "shipto shipped shipping deliverto delivery deliveryaddress lieferadresse lieferanschrift \
     livraison envio entrega spedizione consegna bezorgadres leveransadress receiver site service \
     premises supply installation lieferstelle verbrauchsstelle pointdelivraison",
    // Who sends the paper.
    "from seller vendor supplier sender issuer remit remitto remittance payableto payto pay \
     payment payments mailto mailpayment return issued headquarters headoffice registeredoffice \
     office branch provider merchant verkaufer absender lieferant vendeur fournisseur emetteur \
     expediteur vendedor proveedor emisor remitente fornitore mittente venditore verkoper \
     afzender leverancier saljare sprzedawca dodavatel siege sitz zentrale issuedby preparedby \
     soldby billedby billfrom shipfrom sentfrom biller exporter contractor freelancer prestataire \
     auftragnehmer rechnungssteller leistungserbringer wystawca prodavajici cedente prestatore \
     prestador emitente fornecedor verkoopster saelger toimittaja myyja elado furnizor satici \
     penjual remettre crediteur glaubiger zahlungsempfanger",
    // Other parties.
    "employer payer landlord lessor agent broker guarantor witness nextofkin kin reference \
     referee bank trustee insurer school hospital physician notary solicitor attorney vermieter \
     arbeitgeber bailleur employeur arrendador lender carrier manufacturer",
    // The word address.
    "address adresse anschrift direccion indirizzo adres adress endereco morada domicilio adresa \
     adressee location residence addr",
    // The word name.
    "name nom nombre nome naam namn navn nazwa firma fullname company society vorname nachname \
     surname",
    // How to reach a company.
    "tel telephone phone fax mobile email mail web website www http https call hotline telefon \
     telefono telefoon telefax internet contact kontakt contacto fon mobil gsm whatsapp",
    // Registers and banks.
    "vat ust ustid ustidnr steuernummer tva siret siren rcs iban bic swift nif cif piva partita \
     iva codicefiscale btw kvk orgnr cvr abn acn gstin gst ein tin hrb amtsgericht \
     handelsregister geschaftsfuhrer ape naf capital konto blz rc sortcode routing taxid",
    // Papers and figures.
    "invoice rechnung facture factura fattura factuur faktura statement bill receipt date datum \
     number nummer numero no nr total amount betrag montant importe importo due balance subtotal \
     tax quantity qty price description period page order po terms currency discount rate units \
     usage reading meter tariff account id ref reference code year month menge preis einzelpreis",
    // Sentences.
    "the your you is are was for please this that which with have has will shall any our we not \
     be may must if as it by and und die der das ist sind bitte wir sie ihre ihr fur mit von nous \
     vous votre pour est sont avec dans les des et su para con por los las que di della il per \
     con en het een van voor de och att som er of in on or",
    // Titles.
    "mr mrs ms miss dr prof herr frau herrn monsieur madame mme mlle m sr sra sig sigra dhr mevr \
     hr chief alhaji engr sir",
    // Letters.
    "dear hello hi sehr geehrte geehrter geehrten bonjour cher chere estimado estimada gentile \
     beste hej sincerely regards grussen",
    // Places' own words.
    "city state zip zipcode postcode postalcode plz ort ville stadt ciudad citta town lga country \
     province county postal region pays land",
    // A company that keeps houses or sells a service, in its name.
    "electric electricity power energy gas water telecom communications insurance airlines hotel \
     store shop restaurant supermarket pharmacy clinic consulting technologies systems software \
     media design studio logistics transport foods hosting",
];

static WORDS: LazyLock<HashMap<String, Topics>> = LazyLock::new(|| {
    let mut words = HashMap::new();
    for (topic, listed) in TOPICS.iter().enumerate() {
        for word in listed.split_whitespace() {
            *words.entry(normalise(word)).or_insert(0) |= 1 << topic;
        }
    }
    words
});

/// The topics of a line in words that are folded.
pub(super) fn topics(words: &[String]) -> Topics {
    let mut topics = 0;
    for at in 0..words.len() {
        for count in 1..=3.min(words.len() - at) {
            let word = words[at..at + count].concat();
            topics |= WORDS.get(&word).copied().unwrap_or(0);
        }
        let ending = |ending: &&str| {
            let bare = words[at].trim_end_matches(|letter: char| letter.is_ascii_digit());
            bare.len() > ending.len() + 2 && bare.ends_with(*ending)
        };
        if STREET_ENDINGS.iter().any(ending) {
            topics |= 1 << STREET;
        }
    }
    topics
}

/// Whether a topic is among them.
pub(super) fn has(topics: Topics, topic: usize) -> bool {
    topics >> topic & 1 == 1
}
