import type { Database } from "#platform/database/database.ts";
import { orderIn } from "./order-in-stage.ts";

export { changes, proofs } from "./order-in-stage.ts";

export const paidOrder = (database: Database, timeZone = "UTC") =>
  orderIn("paid", database, { timeZone });
