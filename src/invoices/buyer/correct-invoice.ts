import type { Post } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import { namesOfPeople } from "#orders/customer-names.ts";
import { lockCustomerOrder } from "#orders/find-order.ts";
import type { Order } from "#orders/order.ts";
import { emailValues } from "#orders/order-emails.server.ts";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { countAttempt, limiterOf, type RateLimit } from "#platform/rate-limit.ts";
import { countryNameOf } from "#platform/texts/countries.ts";
import type { Actor } from "#policy/actor.ts";
import { requireSignedIn } from "#policy/rights.ts";
import { type BillingDetails, placeOfOrder, readWholeBilling } from "#tax/billing-details.ts";
import { storeBilling } from "#tax/company-billing.server.ts";
import { taxLabel } from "#tax/tax-words.ts";
import type { InvoiceDocument } from "../invoice-document.ts";
import { invoicesOfOrder, type StoredInvoice } from "../invoice-tables.server.ts";
import { reissue, ruled } from "../issuing/issue-due.server.ts";
import { uncredited } from "../issuing/one-rule.ts";
import { decideTaxAgain, taxOf } from "../tax/order-tax.server.ts";
import { buyerOf } from "./invoice-buyer.server.ts";

interface CorrectingDependencies {
  readonly database: Database;
  readonly post: Post;
}

/** Reason on the documents of a correction. */
const correctedSentence = "The buyer’s details have changed.";

/**
 * Each correction takes two numbers of the owner's series for ever. Five a day are enough to mend a
 * mistake, and no order is locked for good, because its buyer may move years later.
 */
const correctionLimit = (orderId: string): RateLimit => ({
  name: "invoice-corrections",
  attempts: 5,
  windowMs: 24 * 60 * 60_000,
  countedFor: orderId,
  wayOut: "Or write to us, and we correct the invoice for you.",
});

/**
 * Keeps the details of an order's company and replaces the order's invoice by one that has them: a
 * credit note and a new invoice, in one transaction. The sum stays what was paid; the tax in it is
 * decided anew. The team is told by email. A second call with the same details issues nothing.
 * Returns whether documents were issued. Throws "not-found" for an order that the actor does not pay
 * for, "invalid" with an issue for each wrong field, "conflict" for an order without an invoice, and
 * "too-many" after five corrections of the order in a day.
 */
export async function correctInvoice(
  deps: CorrectingDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<{ readonly isNew: boolean }> {
  const billing = await readWholeBilling(input);
  return deps.database.write(async (tx) => {
    const order = await lockCustomerOrder(tx, actor, "payments", orderId);
    requireStreetAbroad(billing, order);
    await storeBilling(tx, order.companyId, billing, deps.post.clock());
    await decideTaxAgain(tx, order, billing);
    if (await isAsInvoiced(tx, order)) return { isNew: false };
    const { post } = deps;
    await countAttempt(tx, limiterOf(post), [correctionLimit(order.id)]);
    const issued = await reissue(tx, deps, order, correctedSentence);
    await tellTeam(tx, post, order, { issued, accountId: requireSignedIn(actor).accountId });
    return { isNew: true };
  });
}

/**
 * What a correction of an order's documents takes back and issues anew: what is left of its invoices,
 * with the newest one. Null for an order with nothing left, such as one that was wholly refunded.
 * Checks no rights.
 */
export async function correctableInvoice(
  queries: Queries,
  orderId: string,
): Promise<{ readonly number: string; readonly cents: number; readonly country: string } | null> {
  const documents = await invoicesOfOrder(queries, orderId);
  const rests = uncredited(documents.map(ruled));
  const newest = documents.find(({ id }) => id === rests[0]?.id)?.document;
  if (newest === undefined) return null;
  const cents = rests.reduce((sum, { restCents }) => sum + restCents, 0);
  return { number: newest.number, cents, country: newest.buyer.country };
}

/** A country alone would be taxed and not printed. */
function requireStreetAbroad({ street, country }: BillingDetails, order: Order): void {
  if (street !== "" || country === "" || country === placeOfOrder(order).country) return;
  const message = `Enter the address in ${countryNameOf(country)}: the invoice of order ${order.number} has one in another country.`;
  throw new AppError("invalid", message, { issues: [{ path: "street", message }] });
}

/** Whether the newest invoice names the buyer and the tax that a new one would. */
async function isAsInvoiced(tx: WriteTransaction, order: Order): Promise<boolean> {
  const documents = await invoicesOfOrder(tx, order.id);
  const newest = documents.findLast(({ document }) => document.kind === "invoice")?.document;
  if (newest === undefined) return false;
  const now = { buyer: await buyerOf(tx, order), tax: await taxOf(tx, order) };
  return JSON.stringify(now) === JSON.stringify({ buyer: newest.buyer, tax: newest.tax });
}

async function tellTeam(
  tx: WriteTransaction,
  post: Post,
  order: Order,
  { issued, accountId }: { readonly issued: readonly StoredInvoice[]; readonly accountId: string },
): Promise<void> {
  const notes = issued.flatMap(({ document }) => (document.corrects === null ? [] : [document]));
  const invoice = issued.at(-1);
  if (invoice === undefined) throw new Error(`No invoice was issued for order ${order.number}.`);
  const nameOf = await namesOfPeople(tx, order, [accountId], true);
  const { buyer, number } = invoice.document;
  await queueEmail(tx, post, {
    name: "invoiceCorrectedOwner",
    values: {
      ...emailValues(order),
      number,
      corrected: notes.map(({ corrects }) => corrects?.number).join(" and "),
    },
    facts: [
      ["Corrected by", nameOf(accountId)],
      ["Addressed to", buyer.name],
      ["VAT before", vatOf(notes)],
      ["VAT now", vatOf([invoice.document])],
    ],
    path: `/invoices/${invoice.id}`,
    about: order.id,
  });
}

/** Such as "VAT 20 %: $24.83 USD", or the reason for no VAT. */
function vatOf(documents: readonly InvoiceDocument[]): string {
  const [first] = documents;
  if (first === undefined) return "";
  if (first.tax.category !== "S") return first.tax.reason;
  const cents = documents.reduce((sum, { taxCents }) => sum + taxCents, 0);
  return `${taxLabel(first.tax)}: ${dollarsFromCents(cents)} ${first.currency}`;
}
