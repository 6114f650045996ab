import type { Order } from "#orders/order.ts";
import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { enterRoom } from "../order-message.ts";
import type { Side } from "../order-message-tables.server.ts";
import { closedForPasswords, passwordKeyId } from "./order-password.ts";

interface Showing {
  /** Email address of the person who saw the password; "" when the reader is a customer. */
  readonly author: string;
  readonly at: number;
}

/** Facts about a stored password, without the password itself. */
export interface OrderPassword {
  readonly id: string;
  readonly label: string;
  readonly userName: string;
  readonly address: string;
  readonly addedBy: Side;
  readonly addedAt: number;
  /** Null for a password that was not replaced. */
  readonly replacedAt: number | null;
  readonly version: number;
  /** False when the password was encrypted with another SECRET. */
  readonly isReadable: boolean;
  /** Oldest first. */
  readonly showings: readonly Showing[];
}

export interface OrderPasswords {
  readonly order: Order;
  readonly side: Side;
  readonly closedBecause: string | null;
  /** Oldest first. */
  readonly passwords: readonly OrderPassword[];
}

interface ListDependencies {
  readonly database: Database;
  readonly secret: string;
}

/** Throws the errors of `enterRoom`. */
export async function listOrderPasswords(
  { database: { read }, secret }: ListDependencies,
  actor: Actor,
  orderId: string,
  asked?: Side,
): Promise<OrderPasswords> {
  const { order, side } = await enterRoom(read, actor, orderId, asked);
  const rows = await read
    .selectFrom("order_passwords")
    .selectAll()
    .where("order_id", "=", order.id)
    .orderBy("id")
    .execute();
  const ids = rows.map(({ id }) => id);
  const showings =
    ids.length === 0
      ? []
      : await read
          .selectFrom("order_password_showings")
          .select(["password_id", "author", "at"])
          .where("password_id", "in", ids)
          .orderBy("password_id")
          .orderBy("id")
          .execute();
  const keyId = passwordKeyId(secret);
  return {
    order,
    side,
    closedBecause: closedForPasswords(order),
    passwords: rows.map((row) => ({
      id: row.id,
      label: row.label,
      userName: row.user_name,
      address: row.address,
      addedBy: row.added_by,
      addedAt: row.added_at,
      version: row.version,
      replacedAt: row.version === 1 ? null : row.changed_at,
      isReadable: row.key_id === keyId,
      showings: showings
        .filter(({ password_id }) => password_id === row.id)
        .map(({ author, at }) => ({ author: side === "team" ? author : "", at })),
    })),
  };
}
