import { z } from "zod";
import { nameOfCompany, withPresentCompany } from "#companies/company-people.server.ts";
import { type PricingPackage, pricingPackages } from "#content/blocks/pricing-packages.ts";
import { planPoints } from "#content/model/plan-points.ts";
import { termsOfPlan } from "#content/model/plan-terms.ts";
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
import { customerDetailsIn } from "#platform/texts/customer-details.ts";
import { requiredDetails } from "#platform/texts/customer-details-schema.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor, SignedInActor } from "#policy/actor.ts";
import { companyOf } from "#policy/company.ts";
import type { LockActorAccount, NameFromOrder } from "#policy/personal-data.ts";
import { requireInOwnCompany, requireRight, requireSignedIn } from "#policy/rights.ts";
import { lockCustomerOrder } from "../find-order.ts";
import type { Order } from "../order.ts";
import { insertNumbered, insertOrder, selectOrder } from "../order-store.server.ts";
import { selectNextMonth, storeNextMonth } from "./next-months.server.ts";
import { orderLimits } from "./order-limits.ts";
import { queueOrderPlaced } from "./order-placed-email.server.ts";
import { storeOrderPoints } from "./promised-points.server.ts";

/** A plan as it was ordered. */
export interface PlacedPlan {
  readonly points: readonly string[];
  /** True when the customer wants a second subscription to the plan that the company has. */
  readonly isAskedAbout: boolean;
}

/** What follows when an order is placed, in its transaction. `lifecycle/` lists the consequences. */
export interface PlacingLifecycle {
  /** Not called for a next month, which is always one order. */
  readonly onPlaced: (
    tx: WriteTransaction,
    deps: { readonly post: Post },
    order: Order,
    plan: PlacedPlan,
  ) => Promise<void>;
}

const planChoice = z.string("Choose a plan.").max(200, "Choose a plan.").optional();

/**
 * The specified page sends these fields. The server ignores the fields, because it sets their
 * values itself.
 */
const decidedHere = z.unknown().optional().meta({ description: "Ignored" });

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
 * other order. Throws "invalid" with an issue for
 * each field, "not-found" for an unknown plan, "conflict" with `currentPrice` when the input names
 * another price, "key-reused", "too-many", "unavailable" for a plan without a price, "forbidden"
 * for somebody who cannot order for the company, and "unauthenticated" for a visitor and for an
 * account that is being deleted.
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
  let isNew = false;
  const order = await database.write(async (tx) => {
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
      placed = await insertOrder(tx, {
        ...newOrder(customer, form, plan, clock()),
        // The order of a next month is one month, also of a plan that is charged every month now.
        ...(previousId !== undefined && ({ charged: "once", minimumCycles: 0 } as const)),
        companyId,
        companyName,
      });
      const points = planPoints(plan);
      await storeOrderPoints(tx, placed.id, points);
      if (previousId !== undefined) await storeNextMonth(tx, placed.id, previousId);
      else {
        const isAskedAbout = form.subscribeAgain === "yes";
        await lifecycle.onPlaced(tx, { post }, placed, { points, isAskedAbout });
      }
      await queueOrderPlaced(tx, post, placed, person.emailVerified);
      return placed.id;
    });
    const order = placed ?? (await selectOrder(tx, id));
    if (order === undefined) throw new Error(`The order ${id} of an idempotency key is gone.`);
    isNew = placed !== undefined;
    return order;
  });
  if (isNew) await nameFromOrder(customer.accountId, order.customerName, order.placedAt);
  return order;
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
  const order = { ...newOrder(customer, form, plan, at), number, isDemonstration: true };
  await insertNumbered(tx, order, timeZone);
  await storeOrderPoints(tx, order.id, planPoints(plan));
  return order;
}

/**
 * Throws the errors that `placeOrder` throws for this input. Called before a visitor's account is
 * created, so that a rejected order creates no account.
 */
export async function requireOrderable(queries: Queries, input: unknown): Promise<void> {
  const form = parseOrThrow(orderForm, input);
  requirePrice(await findPlan(queries, form), form);
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

function newOrder(
  customer: SignedInActor,
  form: OrderForm,
  plan: PricingPackage,
  now: number,
): Omit<Order, "number"> {
  return {
    id: newId(),
    accountId: customer.accountId,
    companyId: companyOf(customer).id,
    companyName: "",
    customerEmail: customer.email,
    ...customerDetailsIn(form),
    packageId: plan._id,
    packageName: plan.packageName,
    priceCents: requirePrice(plan, form),
    currency: "USD",
    paymentStatus: "UnPaid",
    orderStatus: "Pending",
    placedAt: now,
    paidAt: null,
    ...termsOfPlan(plan),
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
