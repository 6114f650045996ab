import type { OrderRow } from "./order-row.server.ts";

/** True for an order in work without a website. */
export function lacksWebsite({ orderStatus, customerWebsite }: OrderRow): boolean {
  return orderStatus === "Pending" && customerWebsite === "";
}
