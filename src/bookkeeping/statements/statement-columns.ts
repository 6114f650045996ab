import { foldedText } from "#platform/texts/folded-text.ts";
import type { StatementFormat } from "./statement-row.ts";

export type PaypalColumn =
  | "date"
  | "time"
  | "zone"
  | "name"
  | "type"
  | "status"
  | "currency"
  | "gross"
  | "fee"
  | "net"
  | "from"
  | "to"
  | "id"
  | "parent"
  | "order"
  | "impact"
  | "event"
  | "subject";

export type StripeColumn =
  | "id"
  | "type"
  | "category"
  | "source"
  | "gross"
  | "fee"
  | "net"
  | "currency"
  | "createdUtc"
  | "created"
  | "description"
  | "payment"
  | "order";

type Headings<Column extends string> = Readonly<Record<Column, readonly string[]>>;

/** Headings of PayPal's activity and of its statement, in the languages in which PayPal exports. */
const paypalHeadings: Headings<PaypalColumn> = {
  date: ["date", "datum", "fecha", "data"],
  time: ["time", "uhrzeit", "zeit", "heure", "hora", "orario", "ora", "tijd"],
  zone: [
    "timezone",
    "time zone",
    "zeitzone",
    "fuseau horaire",
    "zona horaria",
    "fuso orario",
    "fuso horario",
    "tijdzone",
  ],
  name: ["name", "nom", "nombre", "nome", "naam"],
  type: [
    "type",
    "typ",
    "tipo",
    "description",
    "beschreibung",
    "descripcion",
    "descrizione",
    "descricao",
    "omschrijving",
  ],
  status: ["status", "etat", "estado", "stato"],
  currency: ["currency", "wahrung", "devise", "divisa", "moneda", "valuta", "moeda"],
  gross: ["gross", "brutto", "avant commission", "brut", "bruto", "importe bruto", "lordo"],
  fee: [
    "fee",
    "fees",
    "gebuhr",
    "gebuhren",
    "commission",
    "frais",
    "comision",
    "tarifa",
    "tariffa",
    "commissione",
    "kosten",
    "vergoeding",
  ],
  net: ["net", "netto", "neto", "importe neto", "liquido"],
  from: [
    "from email address",
    "absender e-mail-adresse",
    "von e-mail-adresse",
    "de l'adresse email",
    "adresse email de l'expediteur",
    "correo electronico del remitente",
    "indirizzo email mittente",
    "van e-mailadres",
    "endereco de e-mail do remetente",
  ],
  to: [
    "to email address",
    "empfanger e-mail-adresse",
    "an e-mail-adresse",
    "a l'adresse email",
    "adresse email du destinataire",
    "correo electronico del destinatario",
    "indirizzo email destinatario",
    "naar e-mailadres",
    "endereco de e-mail do destinatario",
  ],
  id: [
    "transaction id",
    "transaktionscode",
    "numero de transaction",
    "id. de transaccion",
    "id de transaccion",
    "codice transazione",
    "transactiereferentie",
    "id da transacao",
  ],
  parent: [
    "reference txn id",
    "zugehoriger transaktionscode",
    "txn-referenzkennung",
    "numero de la transaction de reference",
    "no de transaction de reference",
    "id. de transaccion de referencia",
    "codice transazione di riferimento",
    "id da transacao de referencia",
  ],
  order: [
    "invoice number",
    "invoice id",
    "rechnungsnummer",
    "no de facture",
    "numero de facture",
    "numero de factura",
    "numero fattura",
    "factuurnummer",
    "factuurreferentie",
    "numero da fatura",
  ],
  impact: [
    "balance impact",
    "auswirkung auf guthaben",
    "impact sur le solde",
    "impacto en el saldo",
    "effetto sul saldo",
    "impatto sul saldo",
    "effect op saldo",
    "impacto no saldo",
  ],
  event: ["transaction event code", "transaktionsereigniscode"],
  subject: ["subject", "betreff", "objet", "asunto", "oggetto", "onderwerp", "assunto"],
};

/** Headings of the reports about a balance, and of the export of all its transactions. */
const stripeHeadings: Headings<StripeColumn> = {
  id: ["balance_transaction_id", "id"],
  type: ["type"],
  category: ["reporting_category"],
  source: ["source_id", "source"],
  gross: ["gross", "amount"],
  fee: ["fee", "fees"],
  net: ["net"],
  currency: ["currency"],
  createdUtc: ["created_utc", "created (utc)"],
  created: ["created", "created date"],
  description: ["description"],
  payment: ["payment_intent_id", "payment intent id", "payment_intent"],
  order: ["order (metadata)", "payment_metadata[order]", "metadata[order]"],
};

const needed = {
  paypal: ["date", "currency", "gross", "fee", "net", "id"],
  stripe: ["id", "gross", "fee", "net", "currency"],
} as const;

export type FoundColumns =
  | { readonly format: "paypal"; readonly at: Readonly<Partial<Record<PaypalColumn, number>>> }
  | { readonly format: "stripe"; readonly at: Readonly<Partial<Record<StripeColumn, number>>> };

/** Undefined when the cells are not the headings of a statement. */
export function columnsIn(cells: readonly string[]): FoundColumns | undefined {
  const headings = cells.map((cell) =>
    foldedText(cell).replace(/n[º°]/g, "no").replace(/\s+/g, " ").trim(),
  );
  const stripe = placesIn(headings, stripeHeadings);
  // Only Stripe names its rows by a type of its own or by a category.
  const isStripe = stripe.createdUtc !== undefined || stripe.category !== undefined;
  if (isStripe && hasAll(stripe, "stripe")) return { format: "stripe", at: stripe };
  const paypal = placesIn(headings, paypalHeadings);
  return hasAll(paypal, "paypal") ? { format: "paypal", at: paypal } : undefined;
}

function placesIn<Column extends string>(headings: readonly string[], all: Headings<Column>) {
  const found = (Object.entries(all) as [Column, readonly string[]][]).flatMap(
    ([column, words]) => {
      // The first word that is a heading, because a file can have both "Type" and "Description".
      const at = words.map((word) => headings.indexOf(word)).find((place) => place !== -1);
      return at === undefined ? [] : [[column, at] as const];
    },
  );
  return Object.fromEntries(found) as Partial<Record<Column, number>>;
}

function hasAll(at: object, format: StatementFormat): boolean {
  return needed[format].every((column) => Object.hasOwn(at, column));
}
