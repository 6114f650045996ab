import type { Context, Hono } from "hono";
import { z } from "zod";
import { csvType, streamedFile } from "#http/streamed-body.ts";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import { moneyNotes } from "#money/ledger/money-notes.server.ts";
import {
  manualPaymentForm,
  manualRefundForm,
  recordManualPayment,
  recordManualRefund,
} from "#money/manual-payments/record-manual-payment.ts";
import { begunWay } from "#money/paying/open-ways.server.ts";
import { paymentProgress } from "#money/paying/payment-progress.ts";
import { paymentCount } from "#money/receipts/payments-of-order.ts";
import { type Refund, refundForm, requestRefund } from "#money/refunds/refund-payment.ts";
import { findCustomerOrder, findOrder, seesPrice } from "#orders/find-order.ts";
import { linesOf } from "#orders/lines/order-lines.server.ts";
import { listOrders } from "#orders/list-orders.ts";
import { type Order, orderStatuses, paymentStatuses, toRestOrder } from "#orders/order.ts";
import { orderForm, placeOrder } from "#orders/placing/place-order.ts";
import { AppError } from "#platform/errors.ts";
import { formKey } from "#platform/idempotency.ts";
import { amountFromCents } from "#platform/money.ts";
import { byteOrderMark, type CsvCell, csvParts } from "#platform/texts/csv.ts";
import { parseOrThrow, UnreadableInput } from "#platform/texts/validation.ts";
import { addDays } from "#platform/time/calendar.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { requireRight, requireSignedIn } from "#policy/rights.ts";
import { exportOrders, orderCells, orderHeadings } from "#search/export-orders.ts";
import { listMatchingOrders } from "#search/list-matching-orders.ts";
import {
  assignmentPattern,
  dueTimes,
  orderSorts,
  readOrderSearch,
  type StandingFilter,
  standingMessages,
  transferStates,
  waitingSides,
} from "#search/order-search.ts";
import { readSetting, readWorkCalendar } from "#settings/stored-settings.server.ts";
import { orderStages } from "#stages/order-stage.ts";
import { cyclesOfOrders } from "#subscriptions/cycles/cycle-store.server.ts";
import { assignmentForm, assignOrder } from "#work/assignment/assign-order.ts";
import {
  assignmentRulesAnswer,
  assignmentRulesForm,
  readAssignmentRules,
  saveAssignmentRules,
} from "#work/assignment/assignment-rules.ts";
import { orderStandings } from "#work/clock/order-standings.server.ts";
import { orderStatusForm, setOrderStatus } from "#work/deliveries/set-order-status.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";
import { listQuery, listRange, streamedList } from "../list-response.ts";
import { orderSchema, progressSchema, refundSchema, shownLine } from "./order-schemas.ts";

const tag = "Orders";

const standingQuery = {
  stage: z.enum(orderStages, { error: standingMessages.stage }).optional(),
  due: z.enum(dueTimes, { error: standingMessages.due }).optional().meta({
    description: "`week`: due today or on one of the next seven days",
  }),
  waitsFor: z.enum(waitingSides, { error: standingMessages.waitsFor }).optional().meta({
    description: "Who has to act next",
  }),
  assigned: z
    .string()
    .regex(assignmentPattern, { error: standingMessages.assigned })
    .optional()
    .meta({
      description: "`somebody`, `nobody`, or the account of the person who works on the order",
    }),
};

/** Null without a filter. Throws "invalid" for an unknown value. */
function standingFilterIn(context: Context): StandingFilter | null {
  const query = parseOrThrow(z.object(standingQuery), context.req.query());
  const { stage = null, due = null, waitsFor = null, assigned = null } = query;
  const filter = { stage, due, waitsFor, assigned };
  return Object.values(filter).every((value) => value === null) ? null : filter;
}

const oneOrder = { schema: orderSchema };
const newOrder = { schema: orderSchema, status: 201 } as const;
const shownBy = (services: ApiDependencies) => async (actor: Actor, order: Order) => {
  const timeZone = await readSetting(services.configuration, services.database.read, "timeZone");
  const standings = await withStandings(services, actor, [order], timeZone);
  return standings[0] as z.output<typeof orderSchema>;
};

async function withStandings(
  { database, clock, configuration }: ApiDependencies,
  actor: Actor,
  orders: readonly Order[],
  timeZone: string,
): Promise<readonly z.output<typeof orderSchema>[]> {
  const calendar = await readWorkCalendar(configuration, database.read);
  const standings = await orderStandings(database.read, orders, { calendar, now: clock() });
  const cycles = await cyclesOfOrders(
    database.read,
    orders.map(({ id }) => id),
  );
  const lines = await linesOf(database.read, orders);
  return orders.map((order) => {
    const { stage = "unpaid", dueAt = null, waitsFor = null } = standings.get(order.id) ?? {};
    const standing = { stage, dueAt: dueAt === null ? null : isoTime(dueAt), waitsFor };
    const cycle = cycles.get(order.id);
    const subscription = cycle
      ? {
          _id: cycle.subscriptionId,
          cycle: cycle.number,
          start: cycle.start,
          lastDay: addDays(cycle.end, -1),
        }
      : null;
    const sees = seesPrice(actor, order);
    return {
      ...toRestOrder(order, timeZone, sees),
      lines: sees ? (lines.get(order.id) ?? []).map(shownLine) : null,
      ...standing,
      subscription,
    };
  });
}

async function* chunksWithStandings(
  services: ApiDependencies,
  actor: Actor,
  chunks: AsyncIterable<readonly Order[]>,
  timeZone: string,
) {
  for await (const orders of chunks) yield await withStandings(services, actor, orders, timeZone);
}

export function orderRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  orderCalls(api, services);
  moneyCalls(api, services);
  exportCall(api, services);
}

function orderCalls(api: Hono<ApiContext>, services: ApiDependencies): void {
  const shown = shownBy(services);
  const signedIn = { tag, who: "signed in" } as const;
  addCall(api, "GET", "/orders", {
    ...signedIn,
    summary: "Every order; those of the company for a customer",
    detail: "Oldest first. An order has to pass all filters.",
    query: listQuery.extend(standingQuery),
    answer: { schema: z.array(orderSchema) },
    refusals: [404],
    run: async ({ context, actor }) => {
      const calendar = await readWorkCalendar(services.configuration, services.database.read);
      const range = listRange(context);
      const filter = standingFilterIn(context);
      const orders =
        filter === null
          ? listOrders(services, actor, range)
          : listMatchingOrders({ ...services, calendar }, actor, filter, range);
      const chunks = chunksWithStandings(services, actor, orders, calendar.timeZone);
      return streamedList(context, services.log, chunks, (order) => order);
    },
  });
  addCall(api, "GET", "/order/:id", {
    ...signedIn,
    summary: "One order; for the people of its company and for admins",
    answer: oneOrder,
    run: async ({ context, actor, id }) =>
      recordResponse(context, await shown(actor, await findCustomerOrder(services, actor, id))),
  });
  addCall(api, "GET", "/order/:id/payment-progress", {
    ...signedIn,
    summary:
      "What is known of an order's payment; for the people of its company who see payments and for admins",
    answer: { schema: progressSchema },
    run: async ({ context, actor, id }) => {
      // Reads the progress before the status. If the status were read first, a payment that arrives
      // between the two reads could be missing from both answers.
      const progress = (await paymentProgress(services, actor, id))?.state ?? "unknown";
      const { timesPaid: times } = await paymentCount(services, actor, id);
      const way = await begunWay(services.database.read, services.payments, id);
      const { paymentStatus } = await findOrder(services, actor, id);
      return recordResponse(context, { paymentStatus, progress, way, timesPaid: times });
    },
  });
  addCall(api, "POST", "/new-order", {
    ...signedIn,
    summary: "Orders a plan at its current price",
    detail:
      "By `packageId`, or else `packageName`. Email, statuses and date are set by the server and ignored in the body.",
    headers: z.object({ "Idempotency-Key": z.string().max(255).optional() }),
    body: { schema: orderForm, example: orderExample },
    answer: newOrder,
    refusals: [404, 409, 422, 429],
    run: async ({ context, actor, body }) => {
      const key = context.req.header("idempotency-key");
      const order = await placeOrder({ ...services, ...context.var.facts }, actor, body, key);
      return recordResponse(context, await shown(actor, order), 201);
    },
  });
  addCall(api, "PUT", "/order-status/:id", {
    tag,
    who: "admin",
    summary: "Sets the order status",
    body: { schema: orderStatusForm, example: { orderStatus: "Delivered" } },
    answer: oneOrder,
    run: async ({ actor, id, body }) =>
      shown(actor, (await setOrderStatus(services, actor, id, body)).order),
  });
  addCall(api, "PUT", "/order/:id/assignee", {
    tag,
    who: "admin",
    summary: "Assigns an order to a person of the team, or to nobody",
    body: { schema: assignmentForm, example: { assignee: "" } },
    answer: { schema: z.strictObject({ assignee: z.string().nullable() }) },
    refusals: [409],
    run: async ({ actor, id, body }) => ({
      assignee: (await assignOrder(services, actor, id, body)).assigneeId,
    }),
  });
  addCall(api, "GET", "/assignment-rules", {
    tag,
    who: "admin",
    summary: "The people whom paid orders are assigned to, by plan",
    answer: { schema: assignmentRulesAnswer },
    run: async ({ actor }) => ({ rules: [...(await readAssignmentRules(services, actor)).rules] }),
  });
  addCall(api, "PUT", "/assignment-rules", {
    tag,
    who: "admin",
    summary: "Decides whom paid orders are assigned to",
    detail:
      "An order that becomes Paid goes to the person of its plan's rule who has the fewest open orders.",
    body: { schema: assignmentRulesForm, example: { rules: [] } },
    answer: { schema: assignmentRulesAnswer },
    refusals: [409],
    run: async ({ actor, body }) => ({
      rules: [...(await saveAssignmentRules(services, actor, body)).rules],
    }),
  });
  addCall(api, "PUT", "/order-cancelled/:id", {
    ...signedIn,
    summary: "Cancels an UnPaid order of your company",
    body: { schema: cancellationForm, example: { paymentStatus: "Cancelled" } },
    answer: oneOrder,
    refusals: [409],
    run: async ({ actor, id, body }) => {
      requireSignedIn(actor);
      parseOrThrow(cancellationForm, body);
      return shown(actor, await cancelOrder(services, actor, id));
    },
  });
}

/** The payment decides about every other status. */
const cancellationForm = z.strictObject({
  paymentStatus: z.literal("Cancelled", "Only “Cancelled” is possible."),
});

/**
 * Sets Content-Length, which turns off compression: compressing a short record takes longer than
 * creating the record, and hardly makes the answer shorter.
 */
function recordResponse(
  context: Context<ApiContext>,
  record: object,
  status: 200 | 201 = 200,
): Response {
  const body = JSON.stringify(record);
  return context.body(body, status, {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
  });
}

const orderExample = {
  packageName: "Basic",
  customerName: "Ada Field",
  customerAddress: "1 Harbour Street, Bergen",
  customerCountry: "Norway",
  customerWebsite: "https://example.com",
};

function moneyCalls(api: Hono<ApiContext>, services: ApiDependencies): void {
  const shown = shownBy(services);
  const keyed = {
    tag,
    who: "admin",
    headers: z.object({ "Idempotency-Key": formKey }),
    refusals: [409, 422],
  } as const;
  const outside = { amount: "149.00", date: "2026-01-02", reference: "Transfer 4711" };
  addCall(api, "POST", "/order/:id/refunds", {
    ...keyed,
    summary: "Refunds a payment through its provider, in whole or in part",
    body: {
      schema: refundForm.omit({ key: true }),
      example: { transactionId: "8AB12345CD678901E", amount: "49.00" },
    },
    answer: { status: 201, schema: refundSchema },
    run: async ({ context, actor, id, body }) =>
      shownRefund(await requestRefund(services, actor, id, withKey(context, body))),
  });
  addCall(api, "POST", "/order/:id/payments", {
    ...keyed,
    summary: "Records a manual payment",
    body: { schema: manualPaymentForm.omit({ key: true }), example: outside },
    answer: newOrder,
    run: async ({ context, actor, id, body }) =>
      shown(actor, await recordManualPayment(services, actor, id, withKey(context, body))),
  });
  addCall(api, "POST", "/order/:id/outside-refunds", {
    ...keyed,
    summary: "Records a manual refund",
    body: {
      schema: manualRefundForm.omit({ key: true }),
      example: { transactionId: "transfer-4711", ...outside },
    },
    answer: newOrder,
    run: async ({ context, actor, id, body }) =>
      shown(actor, await recordManualRefund(services, actor, id, withKey(context, body))),
  });
}

/** Adds the Idempotency-Key header to the body as `key`, which the operations validate. */
export function withKey(context: Context, body: unknown): unknown {
  if (typeof body !== "object" || body === null || body instanceof UnreadableInput) return body;
  return { ...body, key: context.req.header("idempotency-key") };
}

function shownRefund({ id, transactionId, amountCents, state, reason }: Refund) {
  return { _id: id, transactionId, amount: amountFromCents(amountCents), state, reason };
}

const day = z.string().optional().meta({ description: "Such as 2026-11-20" });
const sorts = Object.keys(orderSorts) as (keyof typeof orderSorts)[];

function exportCall(
  api: Hono<ApiContext>,
  { database, configuration, log, clock }: ApiDependencies,
): void {
  addCall(api, "GET", "/orders/export", {
    tag,
    who: "admin",
    summary: "Exports the orders of a search as CSV",
    query: z.object({
      q: z.string().optional().meta({ description: "Words of name, email and plan, or a number" }),
      payment: z.enum(paymentStatuses).optional(),
      transfer: z.enum(transferStates).optional().meta({
        description: "`awaited`: the customer has chosen a bank transfer that has not arrived",
      }),
      status: z.enum(orderStatuses).optional(),
      ...standingQuery,
      plan: z.string().optional(),
      from: day,
      to: day,
      sort: z.enum(sorts).optional(),
    }),
    answer: { type: "text/csv", schema: z.string() },
    run: async ({ context, actor }) => {
      requireRight(actor, "see every order");
      const { search, issues } = readOrderSearch(new URL(context.req.url).searchParams);
      // The panel ignores an invalid filter and says so on the page; a CSV file has no place for
      // such a message.
      if (issues.length > 0) {
        throw new AppError("invalid", issues.map(({ message }) => message).join(" "), { issues });
      }
      const timeZone = await readSetting(configuration, database.read, "timeZone");
      const calendar = await readWorkCalendar(configuration, database.read);
      const standingsOf = (orders: readonly Order[]) =>
        orderStandings(database.read, orders, { calendar, now: clock() });
      const moneyOf = (orders: readonly Order[]) =>
        moneyNotes(
          database.read,
          orders.map(({ id }) => id),
        );
      const linesOfAll = (orders: readonly Order[]) => linesOf(database.read, orders);
      const chunks = exportOrders({ database, clock, calendar }, actor, search);
      const parts = csvParts(
        orderHeadings,
        rowsOf(chunks, { timeZone, standingsOf, moneyOf, linesOfAll }),
        byteOrderMark,
      );
      return streamedFile({ name: "orders.csv", type: csvType, parts }, log);
    },
  });
}

interface RowReaders {
  readonly timeZone: string;
  readonly standingsOf: (orders: readonly Order[]) => ReturnType<typeof orderStandings>;
  readonly moneyOf: (orders: readonly Order[]) => ReturnType<typeof moneyNotes>;
  readonly linesOfAll: (orders: readonly Order[]) => ReturnType<typeof linesOf>;
}

async function* rowsOf(
  chunks: AsyncIterable<readonly Order[]>,
  { timeZone, standingsOf, moneyOf, linesOfAll }: RowReaders,
): AsyncGenerator<readonly (readonly CsvCell[])[]> {
  for await (const orders of chunks) {
    const standings = await standingsOf(orders);
    const money = await moneyOf(orders);
    const lines = await linesOfAll(orders);
    yield orders.map((order) =>
      orderCells(order, {
        timeZone,
        standing: standings.get(order.id),
        money: money.get(order.id),
        lines: lines.get(order.id),
      }),
    );
  }
}
