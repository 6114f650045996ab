import { z } from "zod";
import { type PricingPackage, pricingPackages } from "#content/blocks/pricing-packages.ts";
import { countedCycles, isRepeated, pricePer } from "#content/model/plan-interval.ts";
import { planPoints } from "#content/model/plan-points.ts";
import { termsOfPlan } from "#content/model/plan-terms.ts";
import { findRecord, listRecords } from "#content/records/content-store.server.ts";
import { linesOfOrder } from "#orders/lines/order-lines.server.ts";
import { planLine, repeatingLines, sumOf, withoutTax, withTax } from "#orders/lines/order-lines.ts";
import { queueOrderEmails } from "#orders/order-emails.server.ts";
import { lowestCents } from "#platform/cycle-prices.ts";
import type { Queries } from "#platform/database/database.ts";
import { eachOf, type Outcomes } from "#platform/each-of.ts";
import { AppError } from "#platform/errors.ts";
import { centsFromPrice, dollarsFromCents, priceFromCents, pricePattern } from "#platform/money.ts";
import { isPlainText } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { addDays, isDay } from "#platform/time/calendar.ts";
import { type DateReader, dayOf, longDateOf, startOfDay } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight } from "#policy/rights.ts";
import { type OrderTax, selectOrderTax } from "#tax/order-tax.server.ts";
import { withdrawOpenCycles } from "../cycles/advance-subscription.server.ts";
import { firstChargeFrom, firstFullDay, withMinimumKept } from "../model/last-charges.ts";
import type { SubscribedPlan, Subscription } from "../model/subscription.ts";
import { needsConsent } from "../model/subscription-state.ts";
import { dayInWords, priceOf } from "../model/subscription-words.ts";
import { asksForConsent } from "../model/ways-to-charge.ts";
import { addSubscriptionEvent, type HeldSubscription } from "../subscription-store.server.ts";
import {
  type Change,
  type ChangeDependencies,
  changeSubscription,
} from "./lock-for-change.server.ts";
import { paidUntil, requireStarted } from "./stop-and-go.ts";

export const planForm = z.strictObject({
  packageId: z.string("Choose a plan.").max(200, "Choose a plan."),
  /** The price that the customer saw, such as "299". */
  packagePrice: z.string('The price is text such as "299".').regex(pricePattern),
});

/**
 * Changes to another plan, or to the present price of the same plan, from the next period on. The
 * paid period stays as it is, and an unpaid order of the next one is made anew. Throws like
 * `changeSubscription`, "invalid", "not-found" for an unknown plan, and "conflict" for another
 * price than the customer saw and for a plan that this subscription cannot change to.
 */
export function changePlan(
  deps: ChangeDependencies,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<void> {
  const { packageId, packagePrice } = parseOrThrow(planForm, input);
  return changeSubscription(deps, actor, id, "Change plan", async (tx, change) => {
    const { held, present, today, author, order } = change;
    requireStarted(held);
    const { subscription, standing } = held;
    const tax = await selectOrderTax(tx, order.id);
    const offered = await planToChangeTo(tx, { packageId, packagePrice, subscription, tax });
    const plan = withMinimumKept(offered, subscription, held.cycles);
    const planned = standing.change?.plan ?? subscription;
    if (isSamePlan(plan, planned)) return null;
    requireOpenChange(change);
    if (!isSamePlan(plan, subscription)) requireFullPriceAtPaypal(held, present);
    const event = { at: present.now, author };
    if (isSamePlan(plan, subscription)) {
      if (standing.change?.kind === "price") {
        throw new AppError("conflict", "The new price counts for this plan. Choose another plan.");
      }
      await addSubscriptionEvent(tx, id, { ...event, kind: "plan-withdrawn" });
    } else {
      const from = paidUntil(held, today);
      const reason = asksForConsent(subscription) ? needsConsent : null;
      await addSubscriptionEvent(tx, id, { ...event, kind: "plan-asked", day: from, plan, reason });
    }
    const from = paidUntil(held, today);
    await withdrawOpenCycles(tx, deps, held, { author, fromDay: from });
    const price = pricePer(dollarsFromCents(plan.priceCents), plan.charged);
    const lines = await linesOfOrder(tx, order);
    const hasExtras = withoutTax(repeatingLines(lines)).some(({ kind }) => kind !== "plan");
    const facts = [
      ["New plan", plan.packageName],
      ["Price", price],
      ["From", dayIn(change, from)],
      ...(plan.minimumCycles > 1 && !isSamePlan(plan, subscription)
        ? [
            [
              "Minimum term",
              `${countedCycles(plan.minimumCycles, plan.charged)} since the first payment`,
            ] as const,
          ]
        : []),
      ...(hasExtras && !isSamePlan(plan, subscription)
        ? [["Extras", "Those that were charged with the present plan end with it."] as const]
        : []),
      ...(standing.reductions.length > 0 && !isSamePlan(plan, subscription)
        ? [["Lower price", "It was for the present plan and ends with it."] as const]
        : []),
      ...consentFacts(subscription, isSamePlan(plan, subscription)),
    ] as const;
    await queueOrderEmails(tx, deps.post, order, [
      { name: "planChanged", facts },
      ...(author === "customer" ? [{ name: "subscriptionChangedOwner" as const, facts }] : []),
    ]);
    return { plan: plan.packageName, price, from };
  });
}

/** What a customer has agreed to at the provider is charged there. */
function requireOpenChange(change: Change): void {
  const { subscription, standing } = change.held;
  const planned = standing.change;
  if (!asksForConsent(subscription) || planned?.isAgreed !== true) return;
  throw new AppError(
    "conflict",
    `You have agreed to ${planned.plan.packageName} at PayPal. You can change again from ${dayIn(change, planned.from)} on.`,
  );
}

/**
 * PayPal moves a subscription to a plan of one price, and it would ask the customer to give up the lower
 * price of the first cycles.
 */
function requireFullPriceAtPaypal(held: HeldSubscription, reader: DateReader, from = "") {
  const fullDay = firstFullDay(held);
  const isLower = held.standing.reductions.length > 0 && (fullDay === null || from < fullDay);
  if (!asksForConsent(held.subscription) || !isLower) return;
  const day =
    fullDay === null ? "" : ` It costs the full price from ${dayInWords(fullDay, reader)} on.`;
  throw new AppError(
    "conflict",
    `PayPal cannot change subscription ${held.subscription.number} while its first periods cost less.${day}`,
  );
}

interface WantedPlan {
  readonly packageId: string;
  readonly packagePrice: string;
  readonly subscription: Subscription;
  /** Tax of the subscription's orders. */
  readonly tax: OrderTax | undefined;
}

async function planToChangeTo(
  queries: Queries,
  { packageId, packagePrice, subscription, tax }: WantedPlan,
): Promise<SubscribedPlan> {
  const found = isPlainText(packageId) && (await findRecord(queries, pricingPackages, packageId));
  if (!found) throw new AppError("not-found", "There is no such plan.");
  const plan = subscribedPlan(found, tax);
  if (plan.priceCents !== centsFromPrice(packagePrice)) {
    const price = dollarsFromCents(plan.priceCents);
    throw new AppError(
      "conflict",
      `The price of ${plan.packageName} has changed to ${price}. Nothing was changed. Choose the plan again to accept ${price}.`,
      { extra: { currentPrice: priceFromCents(plan.priceCents) } },
    );
  }
  if (subscription.provider !== null && plan.charged !== subscription.charged) {
    throw new AppError(
      "conflict",
      `${plan.packageName} is charged at other times than your present plan. Cancel the present plan and order ${plan.packageName} to change to it.`,
    );
  }
  return plan;
}

/** The plans that a subscription can change to, in the order of the site. */
export async function plansToChangeTo(
  queries: Queries,
  { subscription, standing, cycles }: HeldSubscription,
): Promise<readonly SubscribedPlan[]> {
  if (asksForConsent(subscription) && standing.reductions.length > 0) return [];
  const plans = await listRecords(queries, pricingPackages);
  const planned = standing.change?.plan ?? subscription;
  if (standing.change?.isAgreed === true && asksForConsent(subscription)) return [];
  const tax = await selectOrderTax(queries, cycles.at(-1)?.orderId ?? "");
  return plans
    .filter((plan) => isRepeated(termsOfPlan(plan).charged) && centsFromPrice(plan.packagePrice))
    .map((plan) => subscribedPlan(plan, tax))
    .filter(
      (plan) =>
        !isSamePlan(plan, planned) &&
        !(standing.change?.kind === "price" && plan.packageId === subscription.packageId) &&
        (subscription.provider === null || plan.charged === subscription.charged),
    )
    .map((plan) => withMinimumKept(plan, subscription, cycles));
}

/** The plan as it is charged: with tax, where tax is added to prices. */
function subscribedPlan(plan: PricingPackage, tax: OrderTax | undefined): SubscribedPlan {
  const { charged, minimumCycles, ...terms } = termsOfPlan(plan);
  const listedCents = centsFromPrice(plan.packagePrice);
  if (!isRepeated(charged) || !listedCents) {
    throw new AppError(
      "conflict",
      `${plan.packageName} is charged once, so a subscription cannot change to it. Order it by itself.`,
    );
  }
  const { packageName } = plan;
  const priceCents = withTaxOnTop(listedCents, { packageName, charged }, tax);
  return {
    packageId: plan._id,
    packageName,
    priceCents,
    charged,
    minimumCycles,
    ...terms,
    points: planPoints(plan),
  };
}

/** A price with the tax that is added to it. */
function withTaxOnTop(
  priceCents: number,
  plan: Pick<SubscribedPlan, "packageName" | "charged">,
  tax: OrderTax | undefined,
): number {
  return sumOf(withTax([planLine({ ...plan, priceCents })], tax));
}

/** Says in an email that a change waits for the customer's agreement. */
function consentFacts(subscription: Subscription, isNone = false) {
  if (isNone || !asksForConsent(subscription)) return [];
  return [["Counts only if", "you agree at PayPal. The page of your plan leads there."]] as const;
}

function isSamePlan(one: SubscribedPlan, other: SubscribedPlan): boolean {
  return (
    one.packageId === other.packageId &&
    one.priceCents === other.priceCents &&
    one.charged === other.charged
  );
}

/** Stripe charges no smaller amounts. */
const leastChargedCents = 50;

/** Days of notice before a new price. */
export const daysOfNotice = 30;

export const priceForm = z.strictObject({
  price: z
    .string('The price is text such as "299".')
    .regex(pricePattern, 'Write the price like "149" or "149.50".'),
  from: z.string("Choose a day.").refine(isDay, "Choose a day, such as 2027-03-01."),
});

/**
 * Moves running subscriptions to another price, for periods that start on a day in at least 30 days.
 * Each customer gets an email and can cancel before, even within a minimum term. A subscription that
 * fails, such as one that has ended or changes to another plan, stays as it is. Throws "forbidden"
 * and "invalid". Tax that is added to prices comes on top of the new price.
 */
export async function movePrice(
  deps: ChangeDependencies,
  actor: Actor,
  ids: readonly string[],
  input: unknown,
): Promise<Outcomes<string>> {
  requireRight(actor, "update orders");
  const { price, from } = parseOrThrow(priceForm, input);
  const listedCents = centsFromPrice(price) ?? 0;
  const { clock, readTimeZone } = deps.post;
  const timeZone = await readTimeZone(deps.database.read);
  const earliest = addDays(dayOf(clock(), timeZone), daysOfNotice);
  if (from < earliest) {
    const day = longDateOf(startOfDay(earliest, timeZone), { timeZone });
    const message = `Choose ${day} or later: your customers are told ${daysOfNotice} days before.`;
    throw new AppError("invalid", message, { issues: [{ path: "from", message }] });
  }
  return eachOf(ids, async (id) => {
    await changeSubscription(deps, actor, id, "Move price", async (tx, change) => {
      const { held, present, author, order } = change;
      const { subscription, standing } = held;
      requireStarted(held);
      const tax = await selectOrderTax(tx, order.id);
      const priceCents = withTaxOnTop(listedCents, subscription, tax);
      if (standing.change?.plan.priceCents === priceCents && standing.change.from === from) {
        return null;
      }
      requirePriceToMove(held, priceCents);
      requireFullPriceAtPaypal(held, present, from);
      const reason = asksForConsent(subscription) ? needsConsent : null;
      const event = { kind: "price-offered", at: present.now, author, day: from } as const;
      await addSubscriptionEvent(tx, id, { ...event, priceCents, reason });
      const { charged } = subscription;
      const facts = [
        ["Price now", priceOf(held)],
        ["New price", pricePer(dollarsFromCents(priceCents), charged)],
        ...(standing.reductions.length > 0
          ? [["Lower price", "What is taken off the first periods stays the same."] as const]
          : []),
        ["For periods from", dayIn(change, firstChargeFrom(held, from))],
        ...consentFacts(subscription),
        ...withoutAnswer(change, priceCents, from),
      ] as const;
      const amountCents = priceCents;
      await queueOrderEmails(tx, deps.post, order, [{ name: "priceMoved", amountCents, facts }]);
      return { price: dollarsFromCents(priceCents), from };
    });
    return id;
  });
}

/** What a new price means for somebody who does not answer to it. */
function withoutAnswer(change: Change, priceCents: number, from: string) {
  const { subscription } = change.held;
  const price = (cents: number) => pricePer(dollarsFromCents(cents), subscription.charged);
  if (asksForConsent(subscription)) {
    return [["If you do nothing", `You keep ${price(subscription.priceCents)}.`]] as const;
  }
  const day = dayIn(change, firstChargeFrom(change.held, from));
  return [
    ["If you do nothing", `You pay ${price(priceCents)} from ${day} on.`],
    [
      "If you do not want it",
      "Cancel the plan before that day. You can do so even within a minimum term.",
    ],
  ] as const;
}

/** Throws "conflict" for a subscription that the new price would not change, or not rightly. */
function requirePriceToMove({ subscription, standing }: HeldSubscription, priceCents: number) {
  const { number, provider } = subscription;
  const { reductions } = standing;
  const lowest = lowestCents({ priceCents, reductions });
  if (provider !== null && reductions.length > 0 && lowest < leastChargedCents) {
    throw new AppError(
      "conflict",
      `The next periods of subscription ${number} cost less than its price, so they would cost ${dollarsFromCents(lowest)} then, which no card can pay.`,
    );
  }
  if (standing.cancelledFrom !== null) {
    throw new AppError("conflict", `Subscription ${number} is cancelled, so no price follows.`);
  }
  if (standing.change?.kind === "plan") {
    throw new AppError(
      "conflict",
      `The customer of subscription ${number} changes to ${standing.change.plan.packageName}, which has its own price.`,
    );
  }
  if (standing.change === null && priceCents === subscription.priceCents) {
    throw new AppError("conflict", `Subscription ${number} has this price already.`);
  }
}

export const answerForm = z.strictObject({
  answer: z.enum(["agree", "decline"], "Agree or decline."),
});

/**
 * The customer's answer to a new price. Without an answer, the new price applies on its day, unless
 * it needs the customer's consent. Throws like `changeSubscription`, and "conflict" when no new
 * price is planned, for declining a price that only a cancellation avoids, and for agreeing to a
 * price that the provider has to ask about.
 */
export function answerPrice(
  deps: ChangeDependencies,
  actor: Actor,
  id: string,
  input: unknown,
): Promise<void> {
  const { answer } = parseOrThrow(answerForm, input);
  return changeSubscription(deps, actor, id, "Answer price", async (tx, change) => {
    const { held, present, author, order } = change;
    const planned = held.standing.change;
    if (planned?.kind !== "price") {
      throw new AppError("conflict", "No new price is planned for this plan.");
    }
    if (answer === "decline" && !planned.awaitsConsent) {
      throw new AppError(
        "conflict",
        `The new price counts from ${dayIn(change, planned.from)}. Cancel the plan before that day if you do not want it.`,
      );
    }
    // Only the provider can say that the customer has agreed to what it charges.
    if (answer === "agree" && planned.awaitsConsent) {
      throw new AppError(
        "conflict",
        "The new price counts only if you agree at PayPal. We email you when it can ask you, and the page of your plan then leads to it.",
      );
    }
    const kind = answer === "agree" ? "price-agreed" : "price-declined";
    const once = `${kind} ${planned.eventId}`;
    const isNew = await addSubscriptionEvent(tx, id, { kind, at: present.now, author, once });
    if (!isNew) return null;
    if (answer === "decline" && author === "customer") {
      const { charged } = held.subscription;
      const declined = pricePer(dollarsFromCents(planned.plan.priceCents), charged);
      const kept = pricePer(dollarsFromCents(held.subscription.priceCents), charged);
      const facts = [["Change", `Declined ${declined}; goes on at ${kept}`]] as const;
      await queueOrderEmails(tx, deps.post, order, [{ name: "subscriptionChangedOwner", facts }]);
    }
    return { answer };
  });
}

/**
 * Lets a subscription go on whose payments were taken back, such as after a talk with the customer.
 * Throws "forbidden", "not-found", and "conflict" when nothing was taken back.
 */
export async function settleDispute(
  deps: ChangeDependencies,
  actor: Actor,
  id: string,
): Promise<void> {
  requireRight(actor, "update orders");
  await changeSubscription(
    deps,
    actor,
    id,
    "Settle dispute",
    async (tx, { held, present, author }) => {
      const taken = held.cycles.filter(({ isTakenBack }) => isTakenBack);
      if (taken.length === 0) {
        throw new AppError("conflict", "No payment of this subscription was taken back.");
      }
      for (const { orderId: reason } of taken) {
        const once = `settled ${reason}`;
        const event = { kind: "dispute-settled", at: present.now, author, reason, once } as const;
        await addSubscriptionEvent(tx, id, event);
      }
      return { orders: taken.map(({ orderNumber }) => orderNumber).join(", ") };
    },
  );
}

function dayIn({ present: { timeZone } }: Change, day: string): string {
  return longDateOf(startOfDay(day, timeZone), { timeZone });
}
