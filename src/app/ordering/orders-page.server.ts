import type { Services } from "#compose.ts";
import { seesPrice } from "#orders/find-order.ts";
import { linesOf } from "#orders/lines/order-lines.server.ts";
import { openOrders, pageOfOrders } from "#orders/list-orders.ts";
import type { Order } from "#orders/order.ts";
import type { Page } from "#platform/pages.ts";
import type { DateReader } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { readWorkCalendar } from "#settings/stored-settings.server.ts";
import { readNextSteps } from "#work/next-steps/next-steps.server.ts";
import { dateReader } from "../date-reader.server.ts";
import { paidWordsOf } from "../order-room/money/paid-words.server.ts";
import { orderView } from "../order-room/order-view.server.ts";
import { pageNumberOf } from "../page-number.server.ts";

export type OrdersPage = Page<ListedOrder>;
export type ListedOrder = Awaited<ReturnType<typeof listedOrders>>[number];

interface ListedOrders {
  readonly pageSize: number;
  /** Leaves out Cancelled and Refunded orders. */
  readonly isPending?: boolean;
}

/** A page of the actor's own orders, newest first. */
export async function ownOrdersPage(
  services: Services,
  actor: Actor,
  request: Request,
  { pageSize, isPending = false }: ListedOrders,
): Promise<OrdersPage> {
  const page = pageNumberOf(request);
  const orders = await pageOfOrders(services, actor, { whose: "own", isPending, page, pageSize });
  const reader = await dateReader(services, request);
  return { ...orders, items: await listedOrders(services, actor, orders.items, reader) };
}

/** Own orders with their next steps. */
export async function listedOrders(
  services: Services,
  actor: Actor,
  orders: readonly Order[],
  reader: DateReader,
) {
  const calendar = await readWorkCalendar(services.configuration, services.database.read);
  const deps = { ...services, calendar };
  const { steps, marks } = await readNextSteps(deps, actor, orders, reader.locale);
  const paidWords = await paidWordsOf(services, actor, orders);
  const lines = await linesOf(services.database.read, orders);
  return orders.map((order) => ({
    ...orderView(order, reader, { seesPrice: seesPrice(actor, order), lines: lines.get(order.id) }),
    /** What the column of payments says about a Paid order. */
    paidWords: paidWords(order),
    paymentMark: marks.get(order.id) ?? null,
    nextStep: steps.get(order.id) ?? null,
  }));
}

/** The newest orders whose next steps are looked at, and the most steps that are shown. */
const most = { looked: 30, shown: 3 } as const;

export type WantedStep = Awaited<ReturnType<typeof wantedSteps>>[number];

/**
 * The next steps of own orders that the actor can take, and the refunds that the actor waits for,
 * the newest order first.
 */
export async function wantedSteps(services: Services, actor: Actor, request: Request) {
  const orders = await openOrders(services, actor, most.looked);
  const listed = await listedOrders(services, actor, orders, await dateReader(services, request));
  return listed
    .flatMap(({ id, number, packageName, customerWebsite, nextStep }) => {
      if (nextStep === null) return [];
      const { kind, words, action } = nextStep;
      const isRefund = kind === "refund-asked" || kind === "refund-on-its-way";
      if (action === null && !isRefund) return [];
      const website = customerWebsite.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "");
      const title = [`Order ${number}`, packageName, ...(website ? [website] : [])].join(" · ");
      return { id, number, title, words, action };
    })
    .slice(0, most.shown);
}
