import type { Post } from "#mail/mailer.ts";
import { selectTransfer } from "#money/bank-transfer/bank-transfer-tables.server.ts";
import { manualProvider } from "#money/ledger/order-ledger.server.ts";
import { linesOfOrder } from "#orders/lines/order-lines.server.ts";
import { isFailureOfRefund, type LedgerEvent, type Order } from "#orders/order.ts";
import { nameKeyOf } from "#orders/searched-texts.ts";
import { storedProvider } from "#payments/stored-providers.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { preparedQuery } from "#platform/database/prepared-query.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { addDays } from "#platform/time/calendar.ts";
import { dayOf } from "#platform/time/dates.ts";
import { type Invoicing, missingOfSeller } from "#settings/invoicing.ts";
import { readBankTransfer, readSetting } from "#settings/stored-settings.server.ts";
import { cyclesOfOrders } from "#subscriptions/cycles/cycle-store.server.ts";
import { orderFilesOf } from "../archive/invoice-files-tables.server.ts";
import { buyerOf } from "../buyer/invoice-buyer.server.ts";
import type { InvoiceDocument, InvoicePayment, InvoiceSeller } from "../invoice-document.ts";
import { invoicesOfOrder, type StoredInvoice } from "../invoice-tables.server.ts";
import { type NewNumber, takeNumber } from "../series/next-number.server.ts";
import { sellerVatNumber, taxOf } from "../tax/order-tax.server.ts";
import {
  buildCreditNote,
  buildInvoice,
  type ReturnedMoney,
  requireSound,
  type UnnumberedDocument,
} from "./build-document.ts";
import { type DueDocument, dueDocuments, invoicedSumOf, uncredited } from "./one-rule.ts";

export interface IssuingDependencies {
  readonly post: Pick<Post, "clock" | "readTimeZone">;
}

export interface Issued {
  readonly documents: readonly StoredInvoice[];
  /** Why the order's documents wait, as a sentence; null when none is missing. */
  readonly waitsFor: string | null;
}

const nothing: Issued = { documents: [], waitsFor: null };

export const restoredSentence =
  "This site was restored from a backup, so no number is given out until an owner confirms the last number.";

/**
 * Issues what is missing for the documents of an order to add up to its money, by the one rule of
 * `one-rule.ts`; issues nothing when they do. Requires a locked order. Never refuses: documents that
 * cannot be issued now wait in the backlog. `isAskedFor`: also for an order from before invoicing.
 */
export async function issueDue(
  tx: WriteTransaction,
  deps: IssuingDependencies,
  order: Order,
  { isAskedFor = false }: { readonly isAskedFor?: boolean } = {},
): Promise<Issued> {
  if (order.isDemonstration) return nothing;
  const [state] = await issuingState(tx, { orderId: order.id });
  if (state === undefined) throw new Error("The row of the issuing of invoices is not there.");
  const { since, restoredAt, oneDocument, waiting } = state;
  const isBegun = oneDocument !== null || waiting !== null || isAskedFor;
  if (since === null && !isBegun) return nothing;
  const entries = await entriesOf(tx, { orderId: order.id });
  if (!isBegun && firstPaymentAt(entries) < (since ?? 0)) return nothing;
  const documents = oneDocument === null ? [] : await invoicesOfOrder(tx, order.id);
  const wanted = invoicedSumOf(order.priceCents, entries);
  const due = dueDocuments(wanted, documents.map(ruled));
  if (due.length > 0 && restoredAt !== null) return wait(tx, deps, order, restoredSentence);
  const issued: StoredInvoice[] = [];
  try {
    for (const one of due) {
      issued.push(await issueOne(tx, deps, order, { due: one, documents, entries }));
    }
  } catch (error) {
    return { ...(await wait(tx, deps, order, faultOf(error))), documents: issued };
  }
  if (waiting !== null) await leaveBacklog(tx, order.id);
  return { documents: issued, waitsFor: null };
}

/**
 * Credits all that is left of the order's invoices and issues one new invoice with today's buyer and
 * tax. Requires a locked order. Throws "conflict", with nothing issued, when it cannot be done now.
 */
export async function reissue(
  tx: WriteTransaction,
  deps: IssuingDependencies,
  order: Order,
  reason: string,
): Promise<readonly StoredInvoice[]> {
  const [state] = await issuingState(tx, { orderId: order.id });
  if (state?.restoredAt != null) throw new AppError("conflict", restoredSentence);
  if (state?.waiting != null) {
    throw new AppError("conflict", `Documents of this order wait. ${state.waiting}`);
  }
  const entries = await entriesOf(tx, { orderId: order.id });
  const documents = await invoicesOfOrder(tx, order.id);
  const rests = uncredited(documents.map(ruled));
  const cents = rests.reduce((sum, { restCents }) => sum + restCents, 0);
  if (cents === 0) {
    throw new AppError("conflict", "This order has no invoice that could be replaced.");
  }
  const due: readonly DueDocument[] = [
    ...rests.map(({ id, restCents }) => ({
      kind: "credit-note" as const,
      cents: restCents,
      correctsId: id,
    })),
    { kind: "invoice", cents },
  ];
  const issued: StoredInvoice[] = [];
  try {
    const invoicing = await readSetting({}, tx, "invoicing");
    const numbers: NewNumber[] = [];
    for (const _ of due) numbers.push(await nextNumber(tx, deps, invoicing));
    // The credit notes come before the invoice, and name it.
    const correction = { reason, replacedBy: numbers.at(-1)?.number ?? "" };
    for (const [nth, one] of due.entries()) {
      const its = { due: one, documents, entries, correction, numbered: numbers[nth] };
      issued.push(await issueOne(tx, deps, order, its));
    }
  } catch (error) {
    throw new AppError("conflict", faultOf(error));
  }
  return issued;
}

/** A reason that an owner can remove, as a sentence. */
class IssuingFault extends Error {}

/**
 * Why a document cannot be made, as a sentence. The money has moved all the same, so an error of the
 * program is no reason to refuse its entry. Throws errors of the database, after which the transaction
 * cannot go on.
 */
function faultOf(error: unknown): string {
  if (error instanceof IssuingFault) return error.message;
  if (!(error instanceof Error) || "code" in error) throw error;
  return `The document could not be made, by an error of Furrow: ${error.message}`;
}

interface Entry extends LedgerEvent {
  readonly at: number;
  readonly recordedAt: number | null;
  readonly provider: string | null;
  readonly reference: string | null;
}

interface Issuing {
  readonly due: DueDocument;
  /** Documents of the order before this transaction. */
  readonly documents: readonly StoredInvoice[];
  /** Ledger of the order, oldest first. */
  readonly entries: readonly Entry[];
  /** Undefined for what the ledger asks for. */
  readonly correction?: Correction;
  /** Its number if that was taken before. */
  readonly numbered?: NewNumber | undefined;
}

/** One invoice takes the place of others, and no money moves. */
interface Correction {
  readonly reason: string;
  /** Number of the new invoice. */
  readonly replacedBy: string;
}

async function issueOne(
  tx: WriteTransaction,
  deps: IssuingDependencies,
  order: Order,
  issuing: Issuing,
): Promise<StoredInvoice> {
  const invoicing = await readSetting({}, tx, "invoicing");
  const document = await build(tx, deps, order, { ...issuing, invoicing });
  requireSound(document);
  const { due } = issuing;
  const at = deps.post.clock();
  const numbered = issuing.numbered ?? (await nextNumber(tx, deps, invoicing));
  const { number, issuedOn, seriesYear, sequence } = numbered;
  const { kind, ...rest } = document;
  const stored: StoredInvoice = {
    id: newId(),
    orderId: order.id,
    companyId: order.companyId,
    correctsId: due.kind === "credit-note" ? due.correctsId : null,
    issuedAt: at,
    document: { kind, number, issuedOn, ...rest },
  };
  await insertInvoice(tx, {
    ...stored,
    ...document,
    ...document.tax,
    number,
    issuedOn,
    seriesYear,
    sequence,
    rate: String(document.tax.ratePercent),
    buyerKey: nameKeyOf(document.buyer.name),
    json: JSON.stringify(stored.document),
  });
  await orderFilesOf(tx, stored.id, at);
  return stored;
}

async function nextNumber(
  tx: WriteTransaction,
  { post }: IssuingDependencies,
  invoicing: Invoicing,
): Promise<NewNumber> {
  const numbered = await takeNumber(
    tx,
    invoicing,
    dayOf(post.clock(), await post.readTimeZone(tx)),
  );
  if (numbered === null) {
    throw new IssuingFault(
      "The next number was given out already, in another series. Set another pattern or a higher first number under Settings, Invoices.",
    );
  }
  return numbered;
}

async function build(
  tx: WriteTransaction,
  deps: IssuingDependencies,
  order: Order,
  { due, documents, entries, correction, invoicing }: Issuing & { readonly invoicing: Invoicing },
): Promise<UnnumberedDocument> {
  const timeZone = await deps.post.readTimeZone(tx);
  const { cents } = due;
  const entry = newestEntry(entries, due.kind);
  const payment = entry === undefined ? null : await paymentOf(tx, order, entry, timeZone);
  const building = { order, invoicing, payment, cents };
  if (due.kind === "credit-note") {
    const corrected = documents.find(({ id }) => id === due.correctsId)?.document;
    if (corrected === undefined) throw new Error(`There is no invoice ${due.correctsId}.`);
    if (correction !== undefined) {
      const words = { ...correction, label: "Rest of the invoice" };
      return buildCreditNote({ ...building, ...words, corrected, payment: null });
    }
    return buildCreditNote({ ...building, ...creditNoteWords(order, entry), corrected });
  }
  const buyer = await buyerOf(tx, order);
  const tax = await taxOf(tx, order);
  if (tax.category === "AE" && buyer.vatNumber === "") {
    throw new IssuingFault(
      "The order has reverse charge, and the buyer’s VAT number is gone, because the customer deleted the account before paying. Refund the order, or write the invoice yourself.",
    );
  }
  const isFurther = documents.length > 0 && correction === undefined;
  const further = furtherWords(order, entry, entries);
  return buildInvoice({
    ...building,
    seller: await sellerOf(tx, invoicing),
    buyer,
    tax,
    period: await periodOf(tx, order),
    content: isFurther ? further.label : await linesOfOrder(tx, order),
    returned: returnedOf(order, entries, timeZone),
    reason: correction?.reason ?? (isFurther ? further.reason : ""),
  });
}

/**
 * What an invoice over the price would say if the order were paid today. Throws `IssuingFault` while
 * the seller's details are incomplete.
 */
export async function unpaidInvoice(queries: Queries, order: Order): Promise<UnnumberedDocument> {
  const invoicing = await readSetting({}, queries, "invoicing");
  const document = buildInvoice({
    order,
    invoicing,
    payment: null,
    cents: order.priceCents,
    seller: await sellerOf(queries, invoicing),
    buyer: await buyerOf(queries, order),
    tax: await taxOf(queries, order),
    period: await periodOf(queries, order),
    content: await linesOfOrder(queries, order),
    reason: "",
  });
  return { ...document, paidCents: 0 };
}

async function sellerOf(queries: Queries, invoicing: Invoicing): Promise<InvoiceSeller> {
  const missing = missingOfSeller(invoicing).map(([, sentence]) => sentence);
  if (missing.length > 0) {
    throw new IssuingFault(
      `The seller’s details under Settings, Invoices are incomplete. ${missing.join(" ")}`,
    );
  }
  const { name, street, postcode, city, country, registration, email } = invoicing;
  const vatNumber = await sellerVatNumber(queries);
  const iban = (await readBankTransfer(queries))?.iban ?? "";
  return { name, street, postcode, city, country, vatNumber, registration, email, iban };
}

/** The period of a repeated plan, whose last day is the day before the next one begins. */
async function periodOf(queries: Queries, { id }: Order): Promise<InvoiceDocument["period"]> {
  const cycle = (await cyclesOfOrders(queries, [id])).get(id);
  return cycle === undefined ? null : { from: cycle.start, until: addDays(cycle.end, -1) };
}

async function paymentOf(
  tx: WriteTransaction,
  order: Order,
  { provider, reference, transactionId, at }: Entry,
  timeZone: string,
): Promise<InvoicePayment> {
  const isTransfer =
    provider === manualProvider && (await selectTransfer(tx, order.id)) !== undefined;
  const name = storedProvider(provider ?? "").displayName;
  return {
    means:
      name === "Stripe"
        ? "card"
        : name === "PayPal"
          ? "PayPal"
          : isTransfer
            ? "bank transfer"
            : "other",
    on: dayOf(at, timeZone),
    reference: reference ?? transactionId ?? "",
  };
}

/** Null for an order of which no money ever went back. */
function returnedOf(
  { priceCents }: Order,
  entries: readonly Entry[],
  timeZone: string,
): ReturnedMoney | null {
  const back = entries.filter(({ amountCents }) => amountCents < 0);
  if (back.length === 0) return null;
  const days = new Set(back.map(({ at }) => dayOf(at, timeZone)));
  const [day] = days;
  return {
    label: back.some(({ kind }) => kind === "refund") ? "Refunded" : "Taken back",
    on: days.size === 1 ? day : undefined,
    paidCents: invoicedSumOf(
      priceCents,
      entries.filter(({ kind }) => kind === "payment"),
    ),
  };
}

/** The entry that a document is about. */
function newestEntry(entries: readonly Entry[], kind: DueDocument["kind"]): Entry | undefined {
  return entries.findLast(({ amountCents }) =>
    kind === "invoice" ? amountCents > 0 : amountCents < 0,
  );
}

function creditNoteWords({ number }: Order, entry: Entry | undefined) {
  return entry?.kind === "reversal"
    ? { label: "Payment taken back", reason: `The payment of order ${number} was taken back.` }
    : { label: "Refund", reason: `Money of order ${number} was refunded.` };
}

function furtherWords({ number }: Order, entry: Entry | undefined, entries: readonly Entry[]) {
  if (entry?.kind !== "reversal-cancelled") {
    return { label: "Further payment", reason: `A further payment for order ${number} came in.` };
  }
  return isFailureOfRefund(entry, entries)
    ? { label: "Refund that failed", reason: `A refund of order ${number} came back.` }
    : {
        label: "Dispute won",
        reason: `The money of order ${number} that was taken back was returned.`,
      };
}

async function wait(
  tx: WriteTransaction,
  deps: IssuingDependencies,
  { id }: Order,
  fault: string,
): Promise<Issued> {
  await tx
    .insertInto("invoice_backlog")
    .values({ order_id: id, since: deps.post.clock(), fault })
    .onConflict((conflict) => conflict.column("order_id").doUpdateSet({ fault }))
    .execute();
  return { documents: [], waitsFor: fault };
}

async function leaveBacklog(tx: WriteTransaction, orderId: string): Promise<void> {
  await tx.deleteFrom("invoice_backlog").where("order_id", "=", orderId).execute();
}

/** When the first payment became known, also one with an earlier date that an admin recorded. */
function firstPaymentAt(entries: readonly Entry[]): number {
  const payments = entries.filter(({ kind }) => kind === "payment");
  return Math.min(...payments.map(({ at, recordedAt }) => recordedAt ?? at));
}

export function ruled({ id, correctsId, document: { kind, totalCents } }: StoredInvoice) {
  return { id, correctsId, kind, totalCents };
}

const issuingState = preparedQuery((queries, { orderId }: { readonly orderId: string }) =>
  queries
    .selectFrom("invoice_issuing")
    .select(["since", "restored_at as restoredAt"])
    .select((eb) => [
      eb
        .selectFrom("invoices")
        .select("id")
        .where("order_id", "=", orderId)
        .limit(1)
        .as("oneDocument"),
      eb
        .selectFrom("invoice_backlog")
        .select("fault")
        .where("order_id", "=", orderId)
        .as("waiting"),
    ])
    .compile(),
);

const entriesOf = preparedQuery((queries, { orderId }: { readonly orderId: string }) =>
  queries
    .selectFrom("payment_ledger")
    .select(["kind", "amount_cents as amountCents", "transaction_id as transactionId"])
    .select(["parent_transaction_id as parentTransactionId", "at", "recorded_at as recordedAt"])
    .select(["provider", "reference"])
    .where("order_id", "=", orderId)
    .orderBy("id")
    .compile(),
);

interface InvoiceToInsert
  extends Omit<StoredInvoice, "document">,
    Pick<
      InvoiceDocument,
      "kind" | "number" | "issuedOn" | "netCents" | "taxCents" | "roundingCents" | "totalCents"
    >,
    Pick<InvoiceDocument, "currency"> {
  readonly seriesYear: number;
  readonly sequence: number;
  readonly category: InvoiceDocument["tax"]["category"];
  readonly rate: string;
  readonly buyerKey: string;
  readonly json: string;
}

const insertInvoice = preparedQuery((queries, invoice: InvoiceToInsert) =>
  queries
    .insertInto("invoices")
    .values({
      id: invoice.id,
      series_year: invoice.seriesYear,
      sequence: invoice.sequence,
      number: invoice.number,
      kind: invoice.kind,
      order_id: invoice.orderId,
      company_id: invoice.companyId,
      buyer_key: invoice.buyerKey,
      corrects_id: invoice.correctsId,
      issued_at: invoice.issuedAt,
      issued_on: invoice.issuedOn,
      category: invoice.category,
      rate_percent: invoice.rate,
      net_cents: invoice.netCents,
      tax_cents: invoice.taxCents,
      rounding_cents: invoice.roundingCents,
      total_cents: invoice.totalCents,
      currency: invoice.currency,
      document: invoice.json,
    })
    .compile(),
);
