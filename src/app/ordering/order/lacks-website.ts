import type { OrderRow } from "./order-row.server.ts";

/** Nobody can work on a site that they do not know. */
export function lacksWebsite({ orderStatus, customerWebsite }: OrderRow): boolean {
  return orderStatus === "Pending" && customerWebsite === "";
}
