"""What stands before an address on papers, by language and by whose it is."""

LABELS = {
    "en": {
        "holder": ["Bill To", "Bill To:", "BILL TO", "Billed to:", "Sold To:", "Customer", "Customer:", "Client:", "Invoice to:",
                   "To:", "To", "Invoiced To", "Billing Address", "Billing address:", "Customer Address", "Customer details",
                   "Account holder", "Issued to:", "Prepared for", "Bill-To Party", "Customer Information", "Mailing Address:",
                   "Service Address", "Service address:", "Customer Name and Address", "Invoice Address", "BILLING DETAILS", "Client Details",
                   "Account Name", "Name and address", "Recipient:", "Member", "Insured:", "Policyholder", "Billed To", "FOR", "Attention:"],
        "ship": ["Ship To", "Ship To:", "SHIP TO", "Deliver to:", "Delivery Address", "Shipping Address:", "Shipped to", "Consignee", "Site address"],
        "issuer": ["From:", "From", "Seller", "Vendor:", "Supplier", "Pay To:", "Remit to:", "Remit payment to", "Make checks payable to:",
                   "Mail payment to:", "Head Office:", "Registered office:", "Issued by", "Payable to", "Send payments to", "Our address", "Company Address",
                   "Return address", "Correspondence to:", "Branch", "Bank Branch:", "Branch address", "Visit us at"],
        "other": ["Employer", "Landlord:", "Next of kin address", "Guarantor", "Agent", "Beneficiary Bank", "Bank address", "Payer", "Broker", "Carrier",
                  "Customer Care Centre", "Complaints to:", "Regulator", "Lender", "Witness"],
        "name": ["Name", "Name:", "Customer Name", "Account Name:", "Full name"],
        "address": ["Address", "Address:", "ADDRESS", "Residential Address", "Home address:", "Current address", "Physical Address", "Contact Address:"],
    },
    "de": {
        "holder": ["Rechnungsadresse", "Rechnung an:", "Rechnungsempfänger", "Kunde", "Kunde:", "Rechnungsanschrift:", "Empfänger", "Mieter:", "An", "Leistungsempfänger", "Auftraggeber"],
        "ship": ["Lieferadresse", "Lieferanschrift:", "Lieferung an", "Verbrauchsstelle:", "Leistungsort", "Lieferstelle"],
        "issuer": ["Absender", "Verkäufer", "Lieferant", "Rechnungssteller", "Sitz der Gesellschaft:", "Zahlbar an", "Vermieter:"],
        "other": ["Vermieter", "Arbeitgeber", "Hausverwaltung", "Ansprechpartner", "Bank"],
        "name": ["Name", "Name:", "Kundenname"], "address": ["Adresse", "Anschrift:", "Adresse:"],
    },
    "fr": {
        "holder": ["Facturé à", "Facturer à :", "Client", "Client :", "Adresse de facturation", "Destinataire", "Titulaire du contrat", "Adressé à", "À l'attention de"],
        "ship": ["Livré à", "Adresse de livraison", "Livraison :", "Lieu de consommation", "Point de livraison"],
        "issuer": ["Émetteur", "Vendeur", "Fournisseur :", "Siège social :", "Expéditeur", "Adresse de paiement", "Nous écrire :"],
        "other": ["Bailleur", "Employeur", "Service client", "Banque"], "name": ["Nom", "Nom :"], "address": ["Adresse", "Adresse :"],
    },
    "es": {
        "holder": ["Facturar a", "Cliente", "Cliente:", "Datos del cliente", "Facturado a:", "Titular", "Destinatario", "Dirección de facturación"],
        "ship": ["Enviar a", "Dirección de entrega", "Entrega", "Dirección de suministro"], "issuer": ["Vendedor", "Emisor", "Proveedor:", "De:", "Domicilio social"],
        "other": ["Banco", "Arrendador", "Agente"], "name": ["Nombre", "Nombre:"], "address": ["Dirección", "Dirección:", "Domicilio"],
    },
    "it": {
        "holder": ["Fatturare a", "Cliente", "Intestatario", "Destinatario", "Spett.le", "Spett.", "Cessionario/committente"],
        "ship": ["Spedire a", "Luogo di consegna", "Fornitura"], "issuer": ["Mittente", "Fornitore", "Sede legale:", "Cedente/prestatore"],
        "other": ["Banca", "Vettore"], "name": ["Nome", "Denominazione:"], "address": ["Indirizzo", "Indirizzo:"],
    },
    "pt": {
        "holder": ["Cliente", "Faturar a", "Destinatário", "Tomador", "Exmo.(s) Sr.(s)"], "ship": ["Entregar em", "Local de entrega", "Morada de entrega"],
        "issuer": ["Fornecedor", "Emitente", "Sede:", "Prestador"], "other": ["Banco"], "name": ["Nome", "Nome:"], "address": ["Morada", "Endereço", "Endereço:"],
    },
    "nl": {
        "holder": ["Factuuradres", "Klant", "Factuur aan", "Aan", "Klantgegevens"], "ship": ["Afleveradres", "Bezorgadres", "Leveringsadres"],
        "issuer": ["Afzender", "Leverancier", "Verkoper"], "other": ["Verhuurder", "Bank"], "name": ["Naam"], "address": ["Adres", "Adres:"],
    },
    "sv": {
        "holder": ["Faktureringsadress", "Kund", "Fakturaadress", "Kunde", "Mottagare"], "ship": ["Leveransadress", "Levering"],
        "issuer": ["Säljare", "Avsändare", "Leverantör"], "other": ["Bank"], "name": ["Namn"], "address": ["Adress", "Adresse"],
    },
    "pl": {
        "holder": ["Nabywca", "Nabywca:", "Odbiorca", "Odběratel:", "Klient"], "ship": ["Adres dostawy", "Wysyłka do"],
        "issuer": ["Sprzedawca", "Sprzedawca:", "Dodavatel:", "Wystawca"], "other": ["Bank"], "name": ["Nazwa"], "address": ["Adres", "Adres:"],
    },
}
TITLES = {
    "en": ["INVOICE", "Invoice", "TAX INVOICE", "Statement of Account", "ACCOUNT STATEMENT", "Bill", "Your electricity bill", "Receipt", "Quotation", "Proforma Invoice", "Statement", "Water bill", "Gas bill", "Payslip"],
    "de": ["Rechnung", "RECHNUNG", "Rechnung Nr. 4711", "Abrechnung", "Nebenkostenabrechnung", "Kontoauszug"],
    "fr": ["FACTURE", "Facture", "Votre facture", "Avis d'échéance", "Relevé de compte"], "es": ["FACTURA", "Factura", "Extracto de cuenta"],
    "it": ["FATTURA", "Fattura", "Bolletta"], "pt": ["FATURA", "Nota Fiscal", "Fatura"], "nl": ["FACTUUR", "Factuur"], "sv": ["FAKTURA", "Faktura"], "pl": ["FAKTURA VAT", "Faktura"],
}
FIELDS = {
    "en": ["Invoice No", "Invoice #", "Invoice Date", "Date", "Due Date", "Account Number", "Account No", "Customer ID", "PO Number", "Terms", "Order No.", "Amount Due",
           "Billing Period", "Meter Number", "Reference", "Page", "Balance Due", "Statement Period", "Currency", "Opening Balance", "VAT No", "Sales Rep"],
    "de": ["Rechnungsnummer", "Rechnungs-Nr.", "Datum", "Kundennummer", "Fällig am", "Vertragsnummer", "Zählernummer", "Seite", "Lieferdatum", "Ust-ID"],
    "fr": ["Numéro de facture", "Date", "N° client", "Échéance", "Référence", "Date d'émission", "Page"], "es": ["Factura Nº", "Fecha", "Vencimiento", "Nº cliente", "Pedido"],
    "it": ["Numero", "Data", "Scadenza", "Codice cliente", "P. IVA"], "pt": ["Número", "Data", "Vencimento", "NIF", "Contribuinte"],
    "nl": ["Factuurnummer", "Factuurdatum", "Vervaldatum", "Klantnummer"], "sv": ["Fakturanr", "Fakturadatum", "Förfallodatum", "Kundnr", "OCR"], "pl": ["Numer", "Data wystawienia", "Termin płatności", "NIP"],
}
ITEMS = ["Consulting services", "Web hosting monthly", "Standing charge", "Energy charge 250 kWh", "Water usage", "Network cable 10 m", "Office chair", "Support plan", "Printer paper A4",
         "Monthly subscription", "Domain renewal", "Fuel surcharge", "2 Hours labour", "POS Purchase SHOPRITE IKEJA", "TRF to ADA OBI", "ATM withdrawal Main Street", "Transfer from savings",
         "Design work", "Shipping", "Steel pipe 20 mm", "Mietzins", "Abonnement mensuel", "Arbeitszeit", "Maintenance", "Interest", "Park Avenue shirt", "Battery charger", "Lawn mowing", "VAT 7.5%"]
HEADS = ["Description", "Qty", "Unit Price", "Amount", "Item", "Quantity", "Rate", "Total", "Date", "Debit", "Credit", "Balance", "Bezeichnung", "Menge", "Preis", "Désignation", "Prix", "Montant"]
PROSE = ["Please pay the amount due within 14 days of the date of this invoice.", "Thank you for your business.", "This is a computer generated statement and needs no signature.",
         "If you have any questions about this bill please call our customer service.", "Bitte überweisen Sie den Betrag innerhalb von 14 Tagen auf unser Konto.",
         "Merci de votre confiance. En cas de retard de paiement une indemnité sera due.", "Payments received after the due date are not reflected here.",
         "All goods remain our property until paid in full.", "You can change your details online at any time.", "Late payments are subject to a fee of 1.5% per month.",
         "Sehr geehrte Damen und Herren, für unsere Leistungen erlauben wir uns zu berechnen:", "Gracias por su compra. Conserve este documento.", "We are writing to confirm the details of your account.",
         "The office will be closed on Monday. Our branches in the city remain open.", "Keep this part for your records and return the slip below with your payment."]
# Where the parties of a paper are named beside their blocks.
NAMED_FIELDS = {
    "customer": ["Account Name", "Account holder", "Customer Name", "Customer", "Name", "Client", "Contract holder", "Prepared for"],
    "issuer": ["Bank account name", "Beneficiary", "Payee", "Account name", "Bank", "Issued by", "Prepared by"],
}
NAMED_PROSE = ["Dear {customer},", "Dear {customer},", "Hello {customer},", "Please make cheques payable to {issuer}.", "Make all checks payable to {issuer}",
               "Thank you for choosing {issuer}.", "Thank you for being a customer of {issuer}", "{issuer} is a registered company. All rights reserved.",
               "Payment to {issuer}, by bank transfer within 14 days.", "Signed for {issuer}", "Account name: {issuer}", "This statement was issued to {customer}.",
               "© 2024 {issuer}", "Zahlbar an {issuer} innerhalb von 14 Tagen.", "Veuillez régler à l'ordre de {issuer}.", "Received by: {customer}"]
