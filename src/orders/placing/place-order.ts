import { z } from "zod";
import { nameOfCompany, withPresentCompany } from "#companies/company-people.server.ts";
import { addOns, mostPieces } from "#content/blocks/add-ons.ts";
import { type PricingPackage, pricingPackages } from "#content/blocks/pricing-packages.ts";
import { addOnsOfPlan, type OfferedAddOn, pointsOfAddOn } from "#content/model/add-ons.ts";
import { planPoints } from "#content/model/plan-points.ts";
import { type PlanTerms, termsOfPlan } from "#content/model/plan-terms.ts";
import { findRecord, listRecords } from "#content/records/content-store.server.ts";
import type { Post } from "#mail/mailer.ts";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { bodyHashOf, withIdempotencyKey } from "#platform/idempotency.ts";
import { newId } from "#platform/ids.ts";
import { centsFromPrice, dollarsFromCents, priceFromCents, pricePattern } from "#platform/money.ts";
import {
  countAttempt,
  type LimitedDependencies,
  limiterOf,
  type Sender,
} from "#platform/rate-limit.ts";
import { countryCodeIn } from "#platform/texts/countries.ts";
import { type CustomerDetails, customerDetailsIn } from "#platform/texts/customer-details.ts";
import { requiredDetails } from "#platform/texts/customer-details-schema.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { type Actor, type SignedInActor, visitor } from "#policy/actor.ts";
import { companyOf } from "#policy/company.ts";
import type { LockActorAccount, NameFromOrder } from "#policy/personal-data.ts";
import { requireInOwnCompany, requireRight, requireSignedIn } from "#policy/rights.ts";
import { type BillingDetails, billingInOrder, readBilling } from "#tax/billing-details.ts";
import { storeBilling } from "#tax/company-billing.server.ts";
import {
  decideTax,
  keyOfTax,
  type OrderTax,
  readTaxedSite,
  requireTaxedCountry,
  storeOrderTax,
} from "#tax/order-tax.server.ts";
import { taxInWords } from "#tax/tax-words.ts";
import { longestTypedCode } from "../coupon-code.ts";
import { takenOff } from "../coupons/coupon.ts";
import { type GuessDependencies, limitingGuesses } from "../coupons/coupon-guesses.ts";
import { takeCoupon, tryCoupon } from "../coupons/take-coupon.server.ts";
import { lockCustomerOrder } from "../find-order.ts";
import { storeOrderLines } from "../lines/order-lines.server.ts";
import {
  addOnLine,
  type OrderLine,
  planLine,
  sumOf,
  withReduction,
  withReductionsCut,
  withTax,
} from "../lines/order-lines.ts";
import type { Order } from "../order.ts";
import { insertNumbered, insertOrder, selectOrder } from "../order-store.server.ts";
import { selectNextMonth, storeNextMonth } from "./next-months.server.ts";
import { orderLimits } from "./order-limits.ts";
import { queueOrderPlaced } from "./order-placed-email.server.ts";
import { storeOrderPoints } from "./promised-points.server.ts";

/** What was ordered. */
export interface PlacedPlan {
  readonly points: readonly string[];
  readonly lines: readonly OrderLine[];
  /** True when the customer wants a second subscription to the plan that the company has. */
  readonly isAskedAbout: boolean;
}

/** What follows when an order is placed, in its transaction. `lifecycle/` lists the consequences. */
export interface PlacingLifecycle {
  /** Returns the order as it is then: an order with nothing to pay is Paid at once. */
  readonly onPlaced: (
    tx: WriteTransaction,
    deps: { readonly post: Post },
    order: Order,
    plan: PlacedPlan,
  ) => Promise<Order>;
}

const planChoice = z.string("Choose a plan.").max(200, "Choose a plan.").optional();

/**
 * The specified page sends these fields. The server ignores the fields, because it sets their
 * values itself.
 */
const decidedHere = z.unknown().optional().meta({ description: "Ignored" });

const mostAddOns = 50;

const chosenAddOn = z.strictObject({
  id: z.string("Choose an extra.").max(200, "Choose an extra."),
  quantity: z
    .int("The quantity is a whole number.")
    .min(1, "Order at least one.")
    .max(mostPieces, `Order at most ${mostPieces}.`)
    .default(1),
  price: z
    .string('The price is text such as "90" or "90.50".')
    .regex(pricePattern, 'Write the price like "90" or "90.50".')
    .optional()
    .meta({ description: "The price that the customer saw, which must still be the price" }),
});

/** An extra that the customer has chosen. */
export type ChosenAddOn = z.output<typeof chosenAddOn>;

/** Fields of a form about the company that buys and the tax. */
export const taxOfForm = {
  billing: billingInOrder.optional(),
  taxShown: z
    .string("The tax is text such as “S 20 inside”.")
    .max(40, "No tax is that long.")
    .optional()
    .meta({
      description:
        "The tax that the customer saw, such as “S 20 on top” or “AE”, which must still be the tax",
    }),
};

export const orderForm = z
  .strictObject({
    packageId: planChoice,
    packageName: planChoice,
    packagePrice: z
      .string('The price is text such as "149" or "149.50".')
      .regex(pricePattern, 'Write the price like "149" or "149.50".')
      .optional(),
    ...requiredDetails,
    customerEmail: decidedHere,
    paymentStatus: decidedHere,
    orderStatus: decidedHere,
    orderDate: decidedHere,
    addOns: z
      .array(chosenAddOn)
      .max(mostAddOns, `An order has at most ${mostAddOns} kinds of extras.`)
      .optional()
      .meta({ description: "Extras of the plan, such as from GET /add-on" }),
    coupon: z
      .string("The code is text.")
      .trim()
      .max(longestTypedCode, "No code is that long.")
      .optional()
      .meta({ description: "Code of a coupon, in any case" }),
    couponTakes: z
      .string('The amount is text such as "29" or "29.80".')
      .regex(pricePattern, 'Write the amount like "29" or "29.80".')
      .optional()
      .meta({ description: "What the customer saw the coupon take off, or less than it takes" }),
    ...taxOfForm,
    subscribeAgain: z.literal("yes").optional().meta({
      description: "Orders a plan that the company has subscribed to already a second time",
    }),
  })
  .refine(({ packageId, packageName }) => Boolean(packageId || packageName), {
    path: ["packageName"],
    error: "Choose a plan.",
  })
  .transform(({ customerEmail, paymentStatus, orderStatus, orderDate, ...sent }) => sent);

type OrderForm = z.output<typeof orderForm>;

export interface PlaceOrderDependencies extends LimitedDependencies, Sender {
  readonly database: Database;
  readonly post: Post;
  readonly lockActorAccount: LockActorAccount;
  readonly nameFromOrder: NameFromOrder;
  readonly lifecycle: PlacingLifecycle;
}

/**
 * Orders a plan at its current price for the company of the signed-in account. A repeated call with
 * the same idempotency key and input returns the first order. `previousId` names the order that the
 * new order continues: while a continuation is unpaid or paid, the call returns it and places no
 * other order. Throws "invalid" with an issue for each field, "not-found" for an unknown plan,
 * "conflict" with `currentPrice` when the input names another price, or with `currentSum` for
 * changed extras, a coupon that takes less and another tax than the customer saw, "key-reused", "too-many",
 * "unavailable" for a plan without a price, "forbidden" for somebody who cannot order for the
 * company, and "unauthenticated" for a visitor and for an account that is being deleted.
 */
export async function placeOrder(
  dependencies: PlaceOrderDependencies,
  actor: Actor,
  input: unknown,
  idempotencyKey?: string,
  previousId?: string,
): Promise<Order> {
  const { database, clock, post, lockActorAccount, nameFromOrder, lifecycle } = dependencies;
  requireRight(actor, "place orders");
  const customer = requireSignedIn(actor);
  const form = parseOrThrow(orderForm, input);
  const key = { key: idempotencyKey, accountId: customer.accountId, bodyHash: bodyHashOf(form) };
  const billing = await billingIn(form);
  let isNew = false;
  const place = async (tx: WriteTransaction) => {
    // Locks the account first, because nothing may be stored for a deleted account, not even its
    // idempotency key.
    const person = await lockActorAccount(tx, customer.accountId);
    // Read under the lock of the account, because a merge locks the accounts of both companies.
    const present = await withPresentCompany(tx, customer);
    requireInOwnCompany(present, "mayOrder");
    if (previousId !== undefined) {
      // The lock makes two windows wait for each other.
      const previous = await lockCustomerOrder(tx, actor, "payments", previousId);
      const there = await selectNextMonth(tx, previous.id);
      if (there !== undefined) return there;
    }
    const companyId = companyOf(present).id;
    const companyName = await nameOfCompany(tx, companyId);
    let placed: Order | undefined;
    const id = await withIdempotencyKey(tx, { ...key, now: clock() }, async () => {
      const plan = await findPlan(tx, form);
      await countAttempt(tx, limiterOf(dependencies), orderLimits(person, dependencies));
      const at = clock();
      const unpriced = {
        ...newOrder(customer, form, itemOf(plan), at),
        // The order of a next month is one month, also of a plan that is charged every month now.
        ...(previousId !== undefined && ({ charged: "once", minimumCycles: 0 } as const)),
        companyId,
        companyName,
      };
      const chosen = await requireAddOns(tx, form, plan);
      const sold = await linesToPlace(tx, dependencies, unpriced, form, plan, chosen);
      const tax = await taxToPlace(tx, form, { companyId, billing, lines: sold });
      const lines = withTax(sold, tax);
      placed = await storePlaced(
        tx,
        { post, lifecycle },
        { ...unpriced, priceCents: sumOf(lines) },
        {
          points: [
            ...planPoints(plan),
            ...chosen.flatMap(({ addOn, quantity }) => pointsOfAddOn(addOn, quantity)),
          ],
          lines,
          isAskedAbout: form.subscribeAgain === "yes",
          tax,
          billing,
          previousId,
          isConfirmed: person.emailVerified,
        },
      );
      return placed.id;
    });
    const order = placed ?? (await selectOrder(tx, id));
    if (order === undefined) throw new Error(`The order ${id} of an idempotency key is gone.`);
    isNew = placed !== undefined;
    return order;
  };
  const order = await limitingGuesses(dependencies, customer, form.coupon || undefined, () =>
    database.write(place),
  );
  if (isNew) await nameFromOrder(customer.accountId, order.customerName, order.placedAt);
  return order;
}

type Unnumbered = Omit<Order, "number">;
type Unpriced = Omit<Unnumbered, "priceCents">;

/** The lines of a form, of which the coupon is the last. Throws what `placeOrder` throws about them. */
async function linesToPlace(
  tx: WriteTransaction,
  { post }: Pick<PlaceOrderDependencies, "post">,
  order: Unpriced,
  form: OrderForm,
  plan: PricingPackage,
  chosen: readonly ChosenPieces[],
): Promise<readonly OrderLine[]> {
  const lines = [
    planLine({ ...order, priceCents: requirePrice(plan, form) }),
    ...chosen.map(({ addOn, quantity }) => addOnLine(addOn, quantity, order)),
  ];
  if (!form.coupon) return lines;
  const { id: orderId, companyId, packageId: planId, placedAt: at } = order;
  const timeZone = await post.readTimeZone(tx);
  const wish = { code: form.coupon, companyId, planId, lines, at, timeZone };
  const coupon = await takeCoupon(tx, { ...wish, orderId });
  const reduced = withReduction(lines, coupon);
  if (takenOff(coupon) < (centsFromPrice(form.couponTakes ?? "") ?? 0)) {
    throw couponChanged(coupon, sumOf(reduced));
  }
  return reduced;
}

function couponChanged(coupon: OrderLine, cents: number): AppError {
  const [off, sum] = [takenOff(coupon), cents].map(dollarsFromCents);
  return new AppError(
    "conflict",
    `The coupon ${coupon.label} takes ${off} off now. Nothing was ordered. Place the order again to accept the new sum of ${sum}.`,
    { extra: { currentSum: priceFromCents(cents) } },
  );
}

/** The details of the company in a form; undefined for those that were kept last. */
export async function billingIn(
  form: Pick<OrderForm, "billing" | "customerCountry">,
): Promise<BillingDetails | undefined> {
  if (form.billing === undefined) return undefined;
  const country = countryCodeIn(form.customerCountry);
  return readBilling({ ...form.billing, country }, "billing.");
}

/** The tax of a form. Throws what `placeOrder` throws about it. */
export async function taxToPlace(
  queries: Queries,
  { customerCountry, taxShown }: Pick<OrderForm, "customerCountry" | "taxShown">,
  { companyId, billing, lines }: WithoutTax,
): Promise<OrderTax | undefined> {
  requireTaxedCountry(await readTaxedSite(queries), customerCountry);
  const tax = await decideTax(queries, { companyId, customerCountry, billing });
  if (taxShown === undefined || taxShown === (tax === undefined ? "" : keyOfTax(tax))) return tax;
  const cents = sumOf(withTax(lines, tax));
  const words = taxInWords(cents, tax) || "No VAT is charged.";
  throw new AppError(
    "conflict",
    `The tax is another one now. Nothing was ordered. Place the order again to accept ${dollarsFromCents(cents)}. ${words}`,
    { extra: { currentSum: priceFromCents(cents) } },
  );
}

interface WithoutTax {
  /** Null for a visitor. */
  readonly companyId: string | null;
  readonly billing: BillingDetails | undefined;
  readonly lines: readonly OrderLine[];
}

interface Placed extends PlacedPlan {
  readonly tax: OrderTax | undefined;
  /** Kept for the company; undefined for details that stay as they are. */
  readonly billing?: BillingDetails | undefined;
  /** The order that a next month continues. */
  readonly previousId?: string | undefined;
  /** Whether the customer's address is confirmed; looked up when omitted. */
  readonly isConfirmed?: boolean;
}

/** Stores an order with its parts, and does what follows. Requires a locked account. */
async function storePlaced(
  tx: WriteTransaction,
  { post, lifecycle }: Pick<PlaceOrderDependencies, "post" | "lifecycle">,
  unnumbered: Unnumbered,
  { points, lines, tax, billing, isAskedAbout, previousId, isConfirmed }: Placed,
): Promise<Order> {
  const order = await insertOrder(tx, unnumbered);
  if (tax !== undefined) await storeOrderTax(tx, order.id, tax);
  if (billing !== undefined) await storeBilling(tx, order.companyId, billing, order.placedAt);
  await storeOrderLines(tx, order, lines);
  await storeOrderPoints(tx, order.id, points);
  if (previousId !== undefined) await storeNextMonth(tx, order.id, previousId);
  const placed = await lifecycle.onPlaced(tx, { post }, order, { points, lines, isAskedAbout });
  await queueOrderPlaced(tx, post, placed, isConfirmed);
  return placed;
}

export interface OfferedOrder {
  /** Account and company of the customer. */
  readonly buyer: {
    readonly accountId: string;
    readonly email: string;
    readonly companyId: string;
    /** Whether the address is confirmed; looked up when omitted. */
    readonly emailVerified?: boolean;
  };
  readonly details: CustomerDetails;
  /** Discounts and coupons are cut to the sum of the other lines. */
  readonly lines: readonly OrderLine[];
  readonly points: readonly string[];
  readonly terms: PlanTerms;
  /** "" for an order of no plan. */
  readonly packageId: string;
  readonly packageName: string;
  readonly at: number;
  /** As it was shown to the customer; none on a site that says nothing about tax. */
  readonly tax?: OrderTax | undefined;
  /** Kept for the company; omitted for details that stay as they are. */
  readonly billing?: BillingDetails | undefined;
}

/**
 * Places the order of an accepted offer, as if the customer had filled in the order form: with the
 * same emails and consequences. Its price is the sum of the lines. Checks no rights and no limits.
 * Requires a locked account.
 */
export async function placeOfferedOrder(
  tx: WriteTransaction,
  deps: Pick<PlaceOrderDependencies, "post" | "lifecycle">,
  { buyer, details, points, terms, packageId, packageName, at, ...offered }: OfferedOrder,
): Promise<Order> {
  const { accountId, email, companyId, emailVerified } = buyer;
  const { tax, billing } = offered;
  const lines = withTax(withReductionsCut(offered.lines), tax);
  const person = { kind: "customer", accountId, email } as const;
  const order = {
    ...newOrder(person, details, { packageId, packageName, ...terms }, at),
    companyId,
    companyName: await nameOfCompany(tx, companyId),
    priceCents: sumOf(lines),
  };
  // Whoever makes an offer knows what the customer has.
  const placed = { points, lines, tax, billing, isAskedAbout: true };
  return storePlaced(tx, deps, order, {
    ...placed,
    ...(emailVerified !== undefined && { isConfirmed: emailVerified }),
  });
}

interface DemonstrationOrder {
  readonly number: number;
  readonly at: number;
  readonly timeZone: string;
}

/**
 * Places a demonstration order with a number of its own. The order counts for no limit and sends no
 * email. Input: `orderForm`. Throws like `placeOrder`.
 */
export async function placeDemonstrationOrder(
  tx: WriteTransaction,
  customer: SignedInActor,
  input: unknown,
  { number, at, timeZone }: DemonstrationOrder,
): Promise<Order> {
  const form = parseOrThrow(orderForm, input);
  const plan = await findPlan(tx, form);
  const priceCents = requirePrice(plan, form);
  const placed = { ...newOrder(customer, form, itemOf(plan), at), priceCents };
  const order = { ...placed, number, isDemonstration: true };
  await insertNumbered(tx, order, timeZone);
  await storeOrderPoints(tx, order.id, planPoints(plan));
  return order;
}

/**
 * Throws the errors that `placeOrder` throws for this input. Called before a visitor's account is
 * created, so that a rejected order creates no account.
 */
export async function requireOrderable(
  deps: Pick<PlaceOrderDependencies, "post"> & GuessDependencies,
  input: unknown,
): Promise<void> {
  const form = parseOrThrow(orderForm, input);
  const { read } = deps.database;
  const plan = await findPlan(read, form);
  const priceCents = requirePrice(plan, form);
  const chosen = await requireAddOns(read, form, plan);
  const { charged } = termsOfPlan(plan);
  const { packageName } = plan;
  const lines = [
    planLine({ packageName, priceCents, charged }),
    ...chosen.map(({ addOn, quantity }) => addOnLine(addOn, quantity, { charged })),
  ];
  const billing = await billingIn(form);
  const { coupon: code } = form;
  const timeZone = await deps.post.readTimeZone(read);
  const of = { companyId: null, planId: plan._id, lines, at: deps.clock(), timeZone };
  const reduced = code
    ? withReduction(
        lines,
        await limitingGuesses(deps, visitor, code, () => tryCoupon(read, { code, ...of })),
      )
    : lines;
  await taxToPlace(read, form, { companyId: null, billing, lines: reduced });
}

async function findPlan(queries: Queries, form: OrderForm): Promise<PricingPackage> {
  const plan = form.packageId
    ? isPlainText(form.packageId) && (await findRecord(queries, pricingPackages, form.packageId))
    : (await listRecords(queries, pricingPackages)).find(
        ({ packageName }) => packageName === form.packageName,
      );
  if (!plan) throw new AppError("not-found", "There is no such plan.");
  return plan;
}

/**
 * The plan's current price in cents. Throws "conflict" when the form names another price, and
 * "unavailable" when the plan has no price.
 */
function requirePrice(plan: PricingPackage, form: OrderForm): number {
  const priceCents = centsFromPrice(plan.packagePrice);
  if (!priceCents)
    throw new AppError("unavailable", "This plan cannot be ordered: it has no price.");
  const isOtherPrice =
    form.packagePrice !== undefined && centsFromPrice(form.packagePrice) !== priceCents;
  if (isOtherPrice) throw priceChanged(plan, priceCents);
  return priceCents;
}

/**
 * The chosen extras, in the owner's order. Throws "invalid" for a number that the owner does not sell,
 * and "conflict" with `currentSum` when an extra is not offered any more, or has another price than
 * the customer saw.
 */
async function requireAddOns(
  queries: Queries,
  { addOns: chosen = [], ...form }: OrderForm,
  plan: PricingPackage,
): Promise<readonly ChosenPieces[]> {
  if (chosen.length === 0) return [];
  const offered = addOnsOfPlan(await listRecords(queries, addOns), plan._id);
  const pieces = offered.flatMap((addOn): ChosenPieces[] => {
    const each = chosen.find(({ id }) => id === addOn.id);
    return each === undefined ? [] : [{ ...each, addOn }];
  });
  for (const { addOn, quantity } of pieces) {
    if (quantity <= addOn.most) continue;
    const message = `Order at most ${addOn.most} of “${addOn.name}”.`;
    const path = `addOns.${chosen.findIndex(({ id }) => id === addOn.id)}.quantity`;
    throw new AppError("invalid", message, { issues: [{ path, message }] });
  }
  const isTwice = new Set(chosen.map(({ id }) => id)).size < chosen.length;
  if (isTwice) {
    const message = "Name each extra once, with its quantity.";
    throw new AppError("invalid", message, { issues: [{ path: "addOns", message }] });
  }
  const changed = pieces.find(
    ({ addOn, price }) => price !== undefined && centsFromPrice(price) !== addOn.priceCents,
  );
  if (pieces.length === chosen.length && changed === undefined) return pieces;
  const cents = pieces.reduce(
    (sum, { addOn, quantity }) => sum + addOn.priceCents * quantity,
    requirePrice(plan, form),
  );
  const why =
    changed === undefined
      ? "An extra that you chose is not offered any more."
      : `The price of “${changed.addOn.name}” has changed to ${dollarsFromCents(changed.addOn.priceCents)}.`;
  throw new AppError(
    "conflict",
    `${why} Nothing was ordered. Place the order again to accept the new sum of ${dollarsFromCents(cents)}.`,
    { extra: { currentSum: priceFromCents(cents) } },
  );
}

/** An extra that is ordered. */
interface ChosenPieces extends ChosenAddOn {
  readonly addOn: OfferedAddOn;
}

interface OrderedItem extends PlanTerms {
  readonly packageId: string;
  readonly packageName: string;
}

function itemOf(plan: PricingPackage): OrderedItem {
  return { packageId: plan._id, packageName: plan.packageName, ...termsOfPlan(plan) };
}

function newOrder(
  customer: SignedInActor,
  details: CustomerDetails,
  item: OrderedItem,
  now: number,
): Unpriced {
  return {
    id: newId(),
    accountId: customer.accountId,
    companyId: companyOf(customer).id,
    companyName: "",
    customerEmail: customer.email,
    ...customerDetailsIn(details),
    ...item,
    currency: "USD",
    paymentStatus: "UnPaid",
    orderStatus: "Pending",
    placedAt: now,
    paidAt: null,
    assigneeId: null,
    isDemonstration: false,
  };
}

function priceChanged(plan: PricingPackage, priceCents: number): AppError {
  const price = dollarsFromCents(priceCents);
  return new AppError(
    "conflict",
    `The price of ${plan.packageName} has changed to ${price}. Nothing was ordered. Place the order again to accept ${price}.`,
    { extra: { currentPrice: priceFromCents(priceCents) } },
  );
}
