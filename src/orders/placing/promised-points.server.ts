import { pricingPackages } from "#content/blocks/pricing-packages.ts";
import { planPoints } from "#content/model/plan-points.ts";
import { findRecord } from "#content/records/content-store.server.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { preparedRows } from "#platform/database/prepared-query.ts";
import type { Order } from "../order.ts";

interface OrderPoint {
  /** Counts from 1. */
  readonly position: number;
  readonly point: string;
}

/** Copies the points of a plan into an order, because the owner can edit the plan afterwards. */
export async function storeOrderPoints(
  tx: WriteTransaction,
  orderId: string,
  points: readonly string[],
): Promise<void> {
  if (points.length === 0) return;
  await insertPoints(
    tx,
    points.map((point, index) => ({ orderId, position: index + 1, point })),
  );
}

const insertPoints = preparedRows((queries, rows: readonly (OrderPoint & { orderId: string })[]) =>
  queries
    .insertInto("order_points")
    .values(rows.map(({ orderId, position, point }) => ({ order_id: orderId, position, point })))
    .compile(),
);

async function storedPoints(queries: Queries, orderId: string): Promise<readonly OrderPoint[]> {
  return queries
    .selectFrom("order_points")
    .select(["position", "point"])
    .where("order_id", "=", orderId)
    .orderBy("position")
    .execute();
}

/**
 * The points that the order promises. An order that was placed before orders had their own copies
 * has the present points of its plan, or none if the plan was deleted.
 */
export async function promisedPoints(
  queries: Queries,
  { id, packageId }: Order,
): Promise<readonly OrderPoint[]> {
  const stored = await storedPoints(queries, id);
  if (stored.length > 0) return stored;
  const plan = await findRecord(queries, pricingPackages, packageId);
  if (plan === undefined) return [];
  return planPoints(plan).map((point, index) => ({ position: index + 1, point }));
}

/** Returns the promised points, and stores them in the order if they are not stored yet. */
export async function settledPoints(
  tx: WriteTransaction,
  order: Order,
): Promise<readonly OrderPoint[]> {
  const stored = await storedPoints(tx, order.id);
  if (stored.length > 0) return stored;
  const points = await promisedPoints(tx, order);
  await storeOrderPoints(
    tx,
    order.id,
    points.map(({ point }) => point),
  );
  return points;
}
