import type { Hono } from "hono";
import { z } from "zod";
import { amountFromCents, priceFromCents } from "#platform/money.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { addDays } from "#platform/time/calendar.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight, requireSignedIn } from "#policy/rights.ts";
import {
  answerForm,
  answerPrice,
  changePlan,
  movePrice,
  planForm,
  priceForm,
  settleDispute,
} from "#subscriptions/changes/plan-and-price.ts";
import {
  cancelSubscription,
  keepSubscription,
  pauseForm,
  pauseSubscription,
  resumeSubscription,
} from "#subscriptions/changes/stop-and-go.ts";
import { readFigures } from "#subscriptions/figures/read-figures.ts";
import {
  type ListedSubscription,
  listedStates,
  listSubscriptions,
  readListedSubscription,
} from "#subscriptions/list-subscriptions.ts";
import type { SubscribedPlan } from "#subscriptions/model/subscription.ts";
import { nextPaymentOf } from "#subscriptions/model/subscription-words.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";
import { listQuery, listRange, streamedList } from "../list-response.ts";
import {
  figuresSchema,
  movedPricesSchema,
  subscriptionSchema,
  wholeSubscriptionSchema,
} from "./subscription-schemas.ts";

const tag = "Subscriptions";

const stateQuery = z.object({
  state: z
    .enum(listedStates, { error: `The state is one of ${listedStates.join(", ")}.` })
    .optional()
    .meta({
      description:
        "`cancelled`: runs until its last day, and is in no other state. `waiting`: needs a person of the team",
    }),
});

const mostMonths = 36;

const monthsQuery = z.object({
  months: z
    .string()
    .regex(/^([1-9]|[12]\d|3[0-6])$/, `The months are a whole number from 1 to ${mostMonths}.`)
    .transform(Number)
    .optional()
    .meta({ description: "Number of months with the present one; 12 by default" }),
});

const mostAtOnce = 1000;

const movedPrices = priceForm.extend({
  subscriptions: z
    .array(z.string("An id is text."), "Name the subscriptions by their ids.")
    .min(1, "Name at least one subscription.")
    .max(mostAtOnce, `Name at most ${mostAtOnce} subscriptions at once.`),
});

export function subscriptionRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  readCalls(api, services);
  changeCalls(api, services);
  teamCalls(api, services);
}

function readCalls(api: Hono<ApiContext>, services: ApiDependencies): void {
  addCall(api, "GET", "/subscriptions", {
    tag,
    who: "signed in",
    summary: "Every subscription; those of the company for a customer who sees payments",
    detail: "A plan that is charged again and again. Oldest first.",
    query: listQuery.extend(stateQuery.shape),
    answer: { schema: z.array(subscriptionSchema) },
    refusals: [404],
    run: ({ context, actor }) => {
      const { state } = parseOrThrow(stateQuery, context.req.query());
      const chunks = listSubscriptions(services, actor, { state, ...listRange(context) });
      return streamedList(context, services.log, chunks, (one) => shownSubscription(services, one));
    },
  });
  addCall(api, "GET", "/subscriptions/figures", {
    tag,
    who: "admin",
    summary: "Recurring revenue of the last months, and the payments of the next three",
    detail: "Counts paid cycles only. A quarter counts as a third of its price a month.",
    query: monthsQuery,
    answer: { schema: figuresSchema },
    run: ({ context, actor }) => {
      const { months } = parseOrThrow(monthsQuery, context.req.query());
      return readFigures(services, actor, months);
    },
  });
  addCall(api, "GET", "/subscription/:id", {
    tag,
    who: "signed in",
    summary: "One subscription with its cycles",
    answer: { schema: wholeSubscriptionSchema },
    run: ({ actor, id }) => shownWhole(services, actor, id),
  });
}

/**
 * The calls of a customer and of the team. A repeated call changes nothing, so none needs an
 * Idempotency-Key.
 */
function changeCalls(api: Hono<ApiContext>, services: ApiDependencies): void {
  const ofCustomer = {
    tag,
    who: "signed in",
    answer: { schema: wholeSubscriptionSchema },
    refusals: [409],
  } as const;
  const changed =
    (change: (...asked: [ApiDependencies, Actor, string, unknown]) => Promise<void>) =>
    async ({ actor, id, body }: { readonly actor: Actor; readonly id: string; body: unknown }) => {
      // The operations read the body before they check who has sent it.
      requireSignedIn(actor);
      await change(services, actor, id, body);
      return shownWhole(services, actor, id);
    };
  addCall(api, "POST", "/subscription/:id/pause", {
    ...ofCustomer,
    summary: "Lets no cycle begin after the paid one",
    detail: "Until the day `until`, or until somebody resumes it.",
    body: { schema: pauseForm, example: { until: "" }, optional: true },
    run: changed(pauseSubscription),
  });
  addCall(api, "POST", "/subscription/:id/resume", {
    ...ofCustomer,
    summary: "Ends a pause, or takes it back before it begins",
    run: changed(resumeSubscription),
  });
  addCall(api, "POST", "/subscription/:id/cancellation", {
    ...ofCustomer,
    summary: "Ends a subscription after the paid cycle, or after its minimum term",
    run: changed(cancelSubscription),
  });
  addCall(api, "POST", "/subscription/:id/keeping", {
    ...ofCustomer,
    summary: "Takes back a cancellation before the last day",
    run: changed(keepSubscription),
  });
  addCall(api, "POST", "/subscription/:id/plan", {
    ...ofCustomer,
    summary: "Changes to another plan, or to its present price, from the next cycle on",
    detail: "Answers 409 with `currentPrice` for a price that is not the plan's.",
    body: { schema: planForm, example: { packageId: "id of a plan", packagePrice: "499" } },
    run: changed(changePlan),
  });
  addCall(api, "POST", "/subscription/:id/price-answer", {
    ...ofCustomer,
    summary: "Agrees to a new price, or declines it while it needs the customer's agreement",
    detail: "The agreement that a provider asks for is given on its page, to which `page` leads.",
    body: { schema: answerForm, example: { answer: "agree" } },
    run: changed(answerPrice),
  });
}

function teamCalls(api: Hono<ApiContext>, services: ApiDependencies): void {
  addCall(api, "POST", "/subscriptions/prices", {
    tag,
    who: "admin",
    summary: "Moves subscriptions to another price, after 30 days of notice by email",
    body: {
      schema: movedPrices,
      example: { subscriptions: ["id"], price: "549", from: "2099-03-01" },
    },
    answer: { schema: movedPricesSchema },
    run: async ({ actor, body }) => {
      requireRight(actor, "update orders");
      const { subscriptions, ...form } = parseOrThrow(movedPrices, body);
      const { done, failed } = await movePrice(services, actor, subscriptions, form);
      return {
        moved: done,
        refused: failed.map(({ id: _id, reason }) => ({ _id, reason })),
      };
    },
  });
  addCall(api, "POST", "/subscription/:id/dispute-settling", {
    tag,
    who: "admin",
    summary: "Lets a subscription go on whose payments were taken back",
    answer: { schema: wholeSubscriptionSchema },
    refusals: [409],
    run: async ({ actor, id }) => {
      await settleDispute(services, actor, id);
      return shownWhole(services, actor, id);
    },
  });
}

async function shownWhole(services: ApiDependencies, actor: Actor, id: string) {
  const listed = await readListedSubscription(services, actor, id);
  return {
    ...shownSubscription(services, listed),
    cycles: listed.cycles.map((cycle) => ({
      number: cycle.number,
      start: cycle.start,
      lastDay: addDays(cycle.end, -1),
      orderId: cycle.orderId,
      orderNumber: cycle.orderNumber,
      packagePrice: priceFromCents(cycle.priceCents),
      paymentStatus: cycle.paymentStatus,
      paidAt: cycle.paidAt === null ? null : isoTime(cycle.paidAt),
      isTakenBack: cycle.isTakenBack,
    })),
  };
}

function shownSubscription(
  { publicUrl }: ApiDependencies,
  listed: ListedSubscription,
): z.input<typeof subscriptionSchema> {
  const { subscription, standing } = listed;
  const { pause, cancelledFrom, change } = standing;
  const next = nextPaymentOf(listed);
  return {
    _id: subscription.id,
    number: subscription.number,
    ...shownPlan(subscription),
    packageMinimumCycles: subscription.minimumCycles,
    customerEmail: listed.customerEmail,
    companyName: listed.companyName,
    customerName: listed.customerName,
    customerWebsite: listed.website,
    state: standing.state,
    startedAt: subscription.startedAt === null ? null : isoTime(subscription.startedAt),
    endedAt: subscription.endedAt === null ? null : isoTime(subscription.endedAt),
    chargedBy: listed.chargedBy,
    nextPayment: next && {
      day: next.day,
      amount: amountFromCents(next.priceCents),
      orderId: next.orderId,
    },
    reductions: standing.reductions.map(({ cents, cycles }) => ({
      amount: amountFromCents(cents),
      cycles,
    })),
    pause: pause && { from: pause.from, until: pause.until },
    lastDay: cancelledFrom === null ? null : addDays(cancelledFrom, -1),
    change: change && {
      kind: change.kind,
      ...shownPlan(change.plan),
      from: change.from,
      awaitsConsent: change.awaitsConsent,
    },
    paid: amountFromCents(listed.paidCents),
    refunded: amountFromCents(listed.refundedCents),
    takenBack: amountFromCents(listed.takenBackCents),
    page: `${publicUrl}/my-plan/${subscription.id}`,
  };
}

function shownPlan({ packageName, priceCents, charged }: SubscribedPlan) {
  return { packageName, packagePrice: priceFromCents(priceCents), packageCharged: charged };
}
