import type { Selectable } from "kysely";

/** The points that the plan promised when the order was placed. Append-only. */
interface OrderPointsTable {
  order_id: string;
  /** Counts from 1. */
  position: number;
  point: string;
}

/** Append-only. A delivery without text and points was made by setting the order status. */
interface OrderDeliveriesTable {
  id: string;
  order_id: string;
  /** Counts from 1 within the order. */
  number: number;
  text: string;
  author: string;
  /** From this time on, the delivery is accepted without an answer. */
  review_until: number;
  at: number;
}

const proofKinds = ["link", "number", "text", "file"] as const;
/** "follows": the point is not delivered yet; the value says when or why. */
const deliveredKinds = [...proofKinds, "follows"] as const;
export type DeliveredKind = (typeof deliveredKinds)[number];
/**
 * "check": a fixed finding of the website. Stored as a text, with its evidence in
 * `order_delivery_checks`.
 */
export const shownKinds = [...deliveredKinds, "check"] as const;
export type ShownKind = (typeof shownKinds)[number];

/** Append-only. */
interface OrderDeliveryPointsTable {
  delivery_id: string;
  position: number;
  /** Copy of the promised point. */
  point: string;
  kind: DeliveredKind;
  value: string;
  /** Unit of a number; "" for other kinds. */
  unit: string;
  /** The file, whose name is the value; null for other kinds. The file can be removed later. */
  file_id: string | null;
}

/** Fixed findings of the website, for points whose proof is a check. Append-only. */
interface OrderDeliveryChecksTable {
  delivery_id: string;
  position: number;
  /** Id of the check, such as "title-missing". */
  check_name: string;
  /** JSON list of the fixed pages, by their paths. */
  pages: string;
  website: string;
  /** When the website was checked before and after the work. */
  before_at: number;
  after_at: number;
}

export type DeliveryRow = Selectable<OrderDeliveriesTable>;
export type DeliveryPointRow = Selectable<OrderDeliveryPointsTable>;
export type DeliveryCheckRow = Selectable<OrderDeliveryChecksTable>;

declare module "../../platform/database/tables.ts" {
  interface Tables {
    order_points: OrderPointsTable;
    order_deliveries: OrderDeliveriesTable;
    order_delivery_points: OrderDeliveryPointsTable;
    order_delivery_checks: OrderDeliveryChecksTable;
  }
}
