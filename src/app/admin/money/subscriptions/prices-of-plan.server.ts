import type { Services } from "#compose.ts";
import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { pricePer } from "#content/model/plan-interval.ts";
import { termsOfPlan } from "#content/model/plan-terms.ts";
import { findRecord } from "#content/records/content-store.server.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { amountFromCents, centsFromPrice, dollarsFromCents } from "#platform/money.ts";
import { addDays } from "#platform/time/calendar.ts";
import { type DateReader, dayOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { daysOfNotice } from "#subscriptions/changes/plan-and-price.ts";
import {
  type ListedSubscription,
  listRunningSubscriptions,
} from "#subscriptions/list-subscriptions.ts";
import { dayInWords, subscriptionPrice } from "#subscriptions/model/subscription-words.ts";
import { subscriptionRow } from "./subscription-row.server.ts";

export type PlanPrices = Awaited<ReturnType<typeof readPricesOf>>;

/**
 * The running subscriptions to a plan, each with the answer to its new price. Throws "forbidden",
 * and "not-found" for a plan that neither exists nor is subscribed to.
 */
export async function readPricesOf(
  { database, post }: Pick<Services, "database" | "post">,
  actor: Actor,
  packageId: string,
  reader: DateReader,
) {
  const running = await listRunningSubscriptions({ database, post }, actor, packageId);
  const plan = canBeId(packageId)
    ? await findRecord(database.read, pricingPackages, packageId)
    : undefined;
  const name = plan?.packageName ?? running[0]?.subscription.packageName;
  if (name === undefined) throw new AppError("not-found", "There is no such plan.");
  const cents = plan === undefined ? null : centsFromPrice(plan.packagePrice);
  const first = cents ?? running[0]?.subscription.priceCents ?? 0;
  return {
    plan: name,
    /** What a new customer pays; "" for a plan that cannot be ordered. */
    priceOfNew:
      plan === undefined || cents === null
        ? ""
        : pricePer(dollarsFromCents(cents), termsOfPlan(plan).charged),
    price: amountFromCents(first),
    earliest: addDays(dayOf(post.clock(), reader.timeZone), daysOfNotice),
    daysOfNotice,
    running: running.map((one) => {
      const { id, customer, website, price } = subscriptionRow(one, { reader });
      return {
        id,
        customer,
        website,
        price,
        answer: answerOf(one, reader),
        isTold: one.standing.change !== null,
      };
    }),
  };
}

function answerOf(listed: ListedSubscription, reader: DateReader): string {
  const { change } = listed.standing;
  if (change === null) return lastAnswer(listed, reader);
  const planned = `${subscriptionPrice(change.plan)} from ${dayInWords(change.from, reader)}`;
  if (change.kind === "plan") return `Changes to ${change.plan.packageName}, ${planned}`;
  if (change.isAgreed) return `${planned}, agreed`;
  return change.awaitsConsent ? `${planned}, if the customer agrees` : `${planned}, not answered`;
}

/** What became of the last new price that was told to the customer. */
function lastAnswer({ subscription, events }: ListedSubscription, reader: DateReader): string {
  const offered = events.findLast(({ kind }) => kind === "price-offered");
  if (offered === undefined || offered.day === null || offered.priceCents === null) {
    return "No change is planned";
  }
  const { charged } = subscription;
  const price = subscriptionPrice({ priceCents: offered.priceCents, charged });
  const later = events.slice(events.indexOf(offered) + 1).map(({ kind }) => kind);
  if (later.includes("price-declined")) return `${price}, declined`;
  if (!later.includes("plan-changed")) return "No change is planned";
  const answer = later.includes("price-agreed") ? "agreed" : "not answered";
  return `${price} since ${dayInWords(offered.day, reader)}, ${answer}`;
}
