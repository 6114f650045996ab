import { z } from "zod";
import { withReductionsCut } from "#orders/lines/order-lines.ts";
import { storeOrderLink } from "#orders/links/issue-link.server.ts";
import { openLinkIn } from "#orders/links/open-link.ts";
import type { Order } from "#orders/order.ts";
import { selectOrder } from "#orders/order-store.server.ts";
import { orderLimits } from "#orders/placing/order-limits.ts";
import {
  billingIn,
  type PlacingLifecycle,
  placeOfferedOrder,
  taxOfForm,
  taxToPlace,
} from "#orders/placing/place-order.ts";
import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { countAttempt, limiterOf, type Sender } from "#platform/rate-limit.ts";
import { customerDetailsIn } from "#platform/texts/customer-details.ts";
import { requiredDetails } from "#platform/texts/customer-details-schema.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { addDays } from "#platform/time/calendar.ts";
import { dayOf } from "#platform/time/dates.ts";
import { newToken } from "#platform/tokens.ts";
import { isOnTeam, type SignedInActor } from "#policy/actor.ts";
import { companyOf } from "#policy/company.ts";
import type { AccountOfProvenAddress, NameFromOrder } from "#policy/personal-data.ts";
import { reasonWithoutCompanyRight } from "#policy/rights.ts";
import type { BillingDetails } from "#tax/billing-details.ts";
import { type Offer, offerStateOf } from "./offer.ts";
import { offerProvenMs } from "./offer-code.ts";
import { addOfferEvent, contentOfVersion, lockOffer } from "./offer-store.server.ts";
import {
  findVisit,
  type OfferVisit,
  type OpenOfferDependencies,
  offerLinkEnded,
  refusalOfVisit,
} from "./open-offer.ts";

/** The price is not in the form: the offer decides it. */
const acceptForm = z.strictObject({
  ...requiredDetails,
  version: z.coerce.number("Open the offer again.").int().min(1, "Open the offer again."),
  terms: z.literal("yes", "Tick the box to accept the terms."),
  ...taxOfForm,
});

export interface AcceptDependencies extends OpenOfferDependencies, Sender {
  readonly lifecycle: PlacingLifecycle;
  readonly accountOfProvenAddress: AccountOfProvenAddress;
  readonly nameFromOrder: NameFromOrder;
}

/**
 * Throws what `acceptOffer` would throw before the code is compared, so that nobody gets a code for
 * a form that is incomplete, or for an offer that cannot be accepted.
 */
export async function requireAcceptable(
  { database: { read }, post }: OpenOfferDependencies,
  secret: string,
  input: unknown,
): Promise<void> {
  const visit = await findVisit(read, secret, post.clock());
  if (visit === undefined) throw offerLinkEnded();
  if (visit.offer.orderId !== null) return;
  const { version } = versionIn(input);
  requireOpen(visit.offer, post.clock());
  requireNewest(visit.offer, version);
  await billingIn(parseOrThrow(acceptForm, input));
  const refusal = await refusalOfVisit(read, visit);
  if (refusal !== null) throw new AppError("forbidden", refusal);
}

/** An old version is told before the faults of a form that the customer has to look at again. */
function versionIn(input: unknown): { readonly version: number } {
  const named = typeof input === "object" && input !== null && "version" in input;
  return { version: named ? Number(input.version) : 0 };
}

interface Accepted {
  readonly order: Order;
  /** Secret of the cookie with which the browser pays for the order. */
  readonly paySecret: string;
}

/**
 * Accepts the offer that is open in a browser: makes its order, once, for the person of the link.
 * The person must have entered an emailed code. Accepting again leads to the same order. Input:
 * `acceptForm`. Throws "not-found" for a cookie that opens nothing, "invalid" with an issue for each
 * field, "conflict" for an offer that has ended or was withdrawn, and with `newVersion` when the form
 * names an older version, "forbidden" with `codeRequired` before the code, and with a sentence for
 * somebody who cannot order, and "too-many".
 */
export async function acceptOffer(
  dependencies: AcceptDependencies,
  secret: string,
  input: unknown,
): Promise<Accepted> {
  const { database, post, nameFromOrder } = dependencies;
  await requireAcceptable(dependencies, secret, input);
  const parsed = acceptForm.safeParse(input);
  const billing = parsed.success ? await billingIn(parsed.data) : undefined;
  const paySecret = newToken();
  let isNew = false;
  const order = await database.write(async (tx) => {
    isNew = false;
    const now = post.clock();
    const visit = await findVisit(tx, secret, now);
    if (visit === undefined) throw offerLinkEnded();
    if (!visit.isProven) throw codeFirst();
    if (visit.offer.orderId !== null) return openOrder(tx, visit, paySecret, now);
    const account = await accountOf(tx, dependencies, visit);
    // Locked after the account, like in the deletion of an account.
    const offer = await lockOffer(tx, visit.offer.id);
    if (offer === undefined) throw offerLinkEnded();
    if (offer.orderId !== null) return openOrder(tx, { ...visit, offer }, paySecret, now);
    const order = await orderOf(tx, dependencies, { account, offer, input, billing, now });
    isNew = true;
    return openOrder(tx, { ...visit, offer: { ...offer, orderId: order.id } }, paySecret, now);
  });
  if (isNew) await nameFromOrder(order.accountId, order.customerName, order.placedAt);
  return { order, paySecret };
}

/**
 * Opens the payment of the order that an accepted offer has become, in the browser of a link. The
 * browser needs a code to pay. Returns the secret of the cookie. Throws "not-found" when the person
 * does not see the order, and "too-many".
 */
export async function openAcceptedOrder(
  { database, post }: OpenOfferDependencies,
  secret: string,
): Promise<Accepted> {
  const paySecret = newToken();
  const order = await database.write(async (tx) => {
    const now = post.clock();
    const visit = await findVisit(tx, secret, now);
    if (visit === undefined) throw offerLinkEnded();
    const limit = { name: "orders-of-offers-opened", attempts: 20, windowMs: 60 * 60_000 };
    await countAttempt(tx, limiterOf(post), [{ ...limit, countedFor: visit.linkId }]);
    return openOrder(tx, visit, paySecret, now);
  });
  return { order, paySecret };
}

/** The account of the visit's person. Throws "forbidden" with a sentence. */
async function accountOf(
  tx: WriteTransaction,
  { accountOfProvenAddress }: AcceptDependencies,
  visit: OfferVisit,
): Promise<SignedInActor> {
  const account = await accountOfProvenAddress(tx, visit.email);
  // The account was deleted, and somebody has registered its address again.
  if (visit.accountId !== null && visit.accountId !== account.accountId) throw offerLinkEnded();
  if (isOnTeam(account)) {
    throw new AppError("forbidden", reasonWithoutCompanyRight(account, "mayOrder"));
  }
  const refusal = await refusalOfVisit(tx, { ...visit, accountId: account.accountId });
  if (refusal !== null) throw new AppError("forbidden", refusal);
  return account;
}

interface Acceptance {
  readonly account: SignedInActor;
  readonly offer: Offer;
  readonly input: unknown;
  readonly billing: BillingDetails | undefined;
  readonly now: number;
}

/** Makes the order of a locked offer. */
async function orderOf(
  tx: WriteTransaction,
  dependencies: AcceptDependencies,
  { account, offer, input, billing, now }: Acceptance,
): Promise<Order> {
  const { post, lifecycle } = dependencies;
  const { version, ...form } = parseOrThrow(acceptForm, input);
  requireOpen(offer, now);
  requireNewest(offer, version);
  const person = { accountId: account.accountId, email: account.email, emailVerified: true };
  await countAttempt(tx, limiterOf(post), orderLimits(person, dependencies));
  const content = await contentOfVersion(tx, offer.id, version);
  const { title, packageId, lines, points, payDays } = content;
  const { workingDays, includedRounds, refundDays, charged, minimumCycles } = content;
  const companyId = companyOf(account).id;
  const tax = await taxToPlace(tx, form, { companyId, billing, lines: withReductionsCut(lines) });
  const order = await placeOfferedOrder(
    tx,
    { post, lifecycle },
    {
      buyer: { ...person, companyId },
      details: customerDetailsIn(form),
      lines,
      points,
      terms: { workingDays, includedRounds, refundDays, charged, minimumCycles },
      packageId,
      packageName: title,
      at: now,
      tax,
      billing,
    },
  );
  const today = dayOf(now, await post.readTimeZone(tx));
  await tx
    .updateTable("offers")
    .set({
      order_id: order.id,
      accepted_at: now,
      accepted_version: version,
      pay_until: addDays(today, payDays),
    })
    .where("id", "=", offer.id)
    .execute();
  const event = { offerId: offer.id, kind: "accepted", version, author: account.email } as const;
  await addOfferEvent(tx, { ...event, at: now });
  return order;
}

/** Opens the order of an accepted offer in the browser, for its payment. */
async function openOrder(
  tx: WriteTransaction,
  { offer, email, accountId, isProven }: OfferVisit,
  paySecret: string,
  now: number,
): Promise<Order> {
  const order = await selectOrder(tx, offer.orderId ?? "");
  if (order === undefined) throw offerLinkEnded();
  const account =
    accountId ??
    (
      await tx
        .selectFrom("user")
        .select("id")
        .where("email", "=", normalEmail(email))
        .executeTakeFirst()
    )?.id;
  const link = { orderId: order.id, accountId: account ?? "", email, at: now };
  const token = await storeOrderLink(tx, { ...link, purpose: "payment" });
  const provenUntil = isProven ? now + offerProvenMs : 0;
  await openLinkIn(tx, token, { secret: paySecret, now, provenUntil });
  return order;
}

function requireOpen(offer: Offer, now: number): void {
  const state = offerStateOf(offer, now);
  if (state === "withdrawn") {
    throw new AppError("conflict", "This offer was withdrawn. Nothing was ordered.");
  }
  if (state === "ended") {
    throw new AppError("conflict", "This offer has ended. Nothing was ordered.");
  }
}

function requireNewest(offer: Offer, version: number): void {
  if (offer.version === version) return;
  throw new AppError(
    "conflict",
    "The offer has changed while you had it open. Nothing was ordered. Look at what changed, then accept the new offer.",
    { extra: { newVersion: offer.version } },
  );
}

function codeFirst(): AppError {
  return new AppError("forbidden", "Enter the code that we sent you by email first.", {
    extra: { codeRequired: true },
  });
}
