import { findOrderFile, type OrderFile } from "#conversation/files/order-files.ts";
import type { Post } from "#mail/mailer.ts";
import { orderOfLink } from "#orders/links/link-order.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { mayByLink } from "#policy/links.ts";
import { orderDeliveries } from "./delivery-list.ts";

interface FileDependencies {
  readonly post: Pick<Post, "readTimeZone">;
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * A file of the order of a link: of its messages, or a proof of its deliveries. Throws like
 * `customerOfLink`, and "not-found" for a file that the link does not open.
 */
export async function fileOfLink(
  dependencies: FileDependencies,
  actor: Actor,
  fileId: string,
): Promise<OrderFile> {
  const isRoom = mayByLink(actor, "download files");
  const right = isRoom ? "download files" : "read the delivery";
  const { order, customer } = await orderOfLink(dependencies, actor, right);
  if (!isRoom) {
    const { deliveries } = await orderDeliveries(dependencies, customer, order.id);
    const proofs = deliveries.flatMap(({ points }) => points.map((point) => point.fileId));
    if (!proofs.includes(fileId)) throw new AppError("not-found", "There is no such file.");
  }
  return findOrderFile(dependencies, customer, order.id, fileId);
}
