import type { FurrowSite } from "../tests/support/servers/furrow-server.ts";
import { adminOf, type WebClient } from "../tests/support/servers/web-client.ts";
import { orderRequest } from "./order-request.ts";

interface PaidOrders {
  readonly ids: readonly string[];
  readonly admin: WebClient;
  /** Cookies of the customer. */
  readonly cookie: string;
}

/** Paid orders of one new customer, whose payments an admin has recorded. */
export async function paidOrders(furrow: FurrowSite, count: number): Promise<PaidOrders> {
  const request = await orderRequest(furrow);
  const admin = await adminOf(furrow);
  const date = new Date().toISOString().slice(0, 10);
  const ids: string[] = [];
  for (let index = 0; index < count; index++) {
    const answer = await fetch(request.url, request);
    if (!answer.ok) throw new Error(`An order is answered ${answer.status}.`);
    const order = await answer.json();
    const payment = { amount: "149.00", date, reference: "Transfer" };
    const key = { "idempotency-key": `paid-${order._id}` };
    await admin.call("POST", `/order/${order._id}/payments`, payment, key);
    ids.push(order._id);
  }
  return { ids, admin, cookie: request.headers?.cookie ?? "" };
}
