import { awaitedTransfers } from "#money/bank-transfer/bank-transfer-tables.server.ts";
import { moneyNotes } from "#money/ledger/money-notes.server.ts";
import { unacceptedPayment } from "#money/ledger/outstanding-balance.ts";
import { awaitedRefunds } from "#money/money-back/read-money-back.ts";
import {
  type PaymentMark,
  type PaymentProgressDependencies,
  paymentMarks,
} from "#money/paying/payment-progress.ts";
import { seesPrice } from "#orders/find-order.ts";
import { isTakenBack } from "#orders/money-note.ts";
import type { Order } from "#orders/order.ts";
import type { Queries } from "#platform/database/database.ts";
import { dollarsFromCents } from "#platform/money.ts";
import { dayOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { type CompanyRights, everyCompanyRight } from "#policy/company.ts";
import { mayInCompany } from "#policy/rights.ts";
import { type NextStep, nextStepOf } from "#stages/next-step.ts";
import { laterPeriods } from "#subscriptions/cycles/cycle-store.server.ts";
import type { WorkCalendar } from "../clock/order-clock.ts";
import { orderStandings } from "../clock/order-standings.server.ts";
import { lastDayOfAcceptance } from "../deliveries/delivery-record.server.ts";
import { openBriefQuestions } from "./open-brief-questions.server.ts";

interface Reader {
  /** Rights of the reader in the company of the orders. */
  readonly rights: Pick<CompanyRights, "orders" | "payments">;
  readonly locale: string | undefined;
  readonly calendar: WorkCalendar;
  readonly now: number;
  /** Payments that are not applied to the orders yet. */
  readonly marks: ReadonlyMap<string, PaymentMark>;
  /** Requests for refunds that the reader sees and that are not answered or not paid out yet. */
  readonly refunds: Awaited<ReturnType<typeof awaitedRefunds>>;
}

/**
 * The next steps of orders for a reader, by order id. Checks no rights. The number of queries does
 * not grow with the orders, except for cancelled orders that were paid afterwards.
 */
export async function nextStepsFor(
  queries: Queries,
  orders: readonly Order[],
  { rights, locale, calendar, now, marks, refunds }: Reader,
): Promise<ReadonlyMap<string, NextStep>> {
  const standings = await orderStandings(queries, orders, { calendar, now });
  const inStage = (stage: string) =>
    orders.filter(({ id }) => standings.get(id)?.stage === stage).map(({ id }) => id);
  const isByTransfer = ({ id }: Order) => marks.get(id) === "transfer-awaited";
  const refunded = orders.filter(({ paymentStatus }) => paymentStatus === "Refunded");
  const [openQuestions, reviewDays, undecided, transfers, money, later] = await Promise.all([
    openBriefQuestions(queries, inStage("awaiting-brief")),
    lastReviewDays(queries, inStage("in-review"), calendar.timeZone, now),
    paidAfterCancelling(queries, orders),
    awaitedTransfers(
      queries,
      orders.filter(isByTransfer).map(({ id }) => id),
    ),
    moneyNotes(
      queries,
      refunded.map(({ id }) => id),
    ),
    laterPeriods(queries, inStage("unpaid")),
  ]);
  return new Map(
    orders.map((order) => {
      const standing = standings.get(order.id);
      if (standing === undefined) throw new Error(`The order ${order.id} has no standing.`);
      const refund = refunds.get(order.id);
      const chosenAt = transfers.get(order.id);
      const step = nextStepOf({
        orderId: order.id,
        price: dollarsFromCents(order.priceCents),
        paymentStatus: order.paymentStatus,
        isTakenBack: isTakenBack(money.get(order.id)),
        stage: standing.stage,
        rights,
        payment: undecided.has(order.id) ? "to-decide" : onItsWay(marks.get(order.id)),
        transferDay: chosenAt === undefined ? null : dayOf(chosenAt, calendar.timeZone),
        refund: refund
          ? { state: refund.state, askedDay: dayOf(refund.askedAt, calendar.timeZone) }
          : null,
        openQuestions: standing.hasBrief ? (openQuestions.get(order.id) ?? 0) : null,
        teamQuestions: standing.teamQuestions,
        lastEvent: standing.lastDeliveryEvent,
        reviewDay: reviewDays.get(order.id) ?? null,
        clock: standing.clock,
        lacksWebsite: order.customerWebsite === "",
        isDelivered: order.orderStatus === "Delivered",
        isLaterPeriod: later.has(order.id),
        locale,
      });
      return [order.id, step];
    }),
  );
}

/** The mark of a payment that has begun to arrive; an awaited transfer has not. */
function onItsWay(mark: PaymentMark | undefined) {
  return mark === undefined || mark === "transfer-awaited" ? null : mark;
}

interface ReadDependencies extends PaymentProgressDependencies {
  readonly calendar: WorkCalendar;
}

/**
 * The next steps of orders of one company for the actor, and the marks of their payments. An actor
 * of the team sees the steps of the customer. Throws "forbidden" like `paymentMarks`.
 */
export async function readNextSteps(
  deps: ReadDependencies,
  actor: Actor,
  orders: readonly Order[],
  locale: string | undefined,
) {
  const priced = orders.filter((order) => seesPrice(actor, order));
  const [marks, refunds] = await Promise.all([
    paymentMarks(deps, actor, priced, "own"),
    awaitedRefunds(deps.database.read, priced),
  ]);
  const [first] = orders;
  const own = (right: "orders" | "payments") =>
    first !== undefined && mayInCompany(actor, right, first);
  const rights = { orders: own("orders"), payments: own("payments") };
  const steps = await nextStepsFor(deps.database.read, orders, {
    rights: rights.orders || rights.payments ? rights : everyCompanyRight,
    locale,
    calendar: deps.calendar,
    now: deps.clock(),
    marks,
    refunds,
  });
  return { steps, marks };
}

/** Last days for an answer to the newest deliveries, without days that have passed. */
async function lastReviewDays(
  queries: Queries,
  orderIds: readonly string[],
  timeZone: string,
  now: number,
): Promise<ReadonlyMap<string, string>> {
  if (orderIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom("order_deliveries")
    .select(["order_id", "review_until"])
    .where("order_id", "in", orderIds)
    .orderBy("order_id")
    .orderBy("number")
    .execute();
  const last = new Map(rows.map((row) => [row.order_id, row.review_until]));
  return new Map(
    [...last]
      .filter(([, until]) => until > now)
      .map(([id, until]) => [id, dayOf(lastDayOfAcceptance(until), timeZone)]),
  );
}

/** Ids of the orders whose payment came after their cancellation and is not accepted. */
async function paidAfterCancelling(
  queries: Queries,
  orders: readonly Order[],
): Promise<ReadonlySet<string>> {
  const paid = orders.filter(({ paymentStatus }) => paymentStatus === "Paid");
  if (paid.length === 0) return new Set();
  const cancelled = await queries
    .selectFrom("payment_ledger")
    .select("order_id")
    .where("kind", "=", "cancellation")
    .where(
      "order_id",
      "in",
      paid.map(({ id }) => id),
    )
    .execute();
  const found = new Set<string>();
  for (const { order_id } of cancelled) {
    const order = paid.find(({ id }) => id === order_id);
    if (order && (await unacceptedPayment(queries, order)) !== null) found.add(order.id);
  }
  return found;
}
