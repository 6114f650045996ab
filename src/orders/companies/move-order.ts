import { z } from "zod";
import {
  companyOfAccount,
  isCompanyWithPeople,
  nameOfCompany,
} from "#companies/company-people.server.ts";
import { lockCompanies } from "#companies/lock-companies.server.ts";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { eachOf, type Outcomes } from "#platform/each-of.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { orderNotFound } from "../find-order.ts";
import type { Order } from "../order.ts";
import { lockOrder } from "../order-store.server.ts";
import { moveLockedOrder } from "./company-orders.server.ts";

export const moveOrderForm = z.strictObject({
  email: z
    .string("Enter the email address of someone at the other company.")
    .trim()
    .min(1, "Enter the email address of someone at the other company.")
    .max(254, "This address is too long."),
  understood: z.literal("yes", "Tick the box to confirm."),
});

interface MoveDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** Input of `undoMove`. */
interface OrderMove {
  readonly orderId: string;
  /** Id of the former company. */
  readonly from: string;
  readonly to: string;
}

export interface MovedOrder {
  readonly order: Order;
  /** Null if the order was in this company already. */
  readonly move: OrderMove | null;
}

/**
 * Moves an order with its room and payments to the company of a person. The people of the former
 * company see nothing of the order any more. An order of this company already stays unchanged.
 * Throws "forbidden", "invalid" for an unknown address, "not-found", and "conflict" for the company
 * and the own order of a person of the team.
 */
export async function moveOrder(
  { database, clock }: MoveDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<MovedOrder> {
  requireRight(actor, "merge companies");
  const { email } = parseOrThrow(moveOrderForm, input);
  return database.write(async (tx) => {
    await lockCompanies(tx);
    const to = await companyOfAddress(tx, email);
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    if (order.companyId === to.id) return { order, move: null };
    await moveLockedOrder(tx, order, to);
    await auditMove(tx, actor, order, { action: "Move order", to: to.id, at: clock() });
    return {
      order: { ...order, companyId: to.id, companyName: to.name },
      move: { orderId: order.id, from: order.companyId, to: to.id },
    };
  });
}

interface AuditedMove {
  readonly action: string;
  readonly to: string;
  readonly at: number;
}

function auditMove(
  tx: WriteTransaction,
  actor: Actor,
  { id, number, companyId }: Order,
  { action, to, at }: AuditedMove,
): Promise<void> {
  return audit(tx, actor, {
    action,
    subject: "order",
    subjectId: id,
    label: `Order ${number}`,
    before: { company: companyId },
    after: { company: to },
    at,
  });
}

const undoForm = z.strictObject({ orderId: z.string(), from: z.string(), to: z.string() });

/**
 * Moves an order back to its former company. Input: the move that `moveOrder` returned. If the
 * order was moved again, or the former company has no people any more or a person of the team, the
 * outcome is a failure.
 * Throws "forbidden" and "invalid".
 */
export async function undoMove(
  { database, clock }: MoveDependencies,
  actor: Actor,
  input: unknown,
): Promise<Outcomes<Order>> {
  requireRight(actor, "merge companies");
  const { orderId, from, to } = parseOrThrow(undoForm, input);
  return eachOf([orderId], (id) =>
    database.write(async (tx) => {
      await lockCompanies(tx);
      const order = canBeId(id) ? await lockOrder(tx, id) : undefined;
      if (order === undefined) throw orderNotFound();
      if (order.companyId !== to) {
        throw new AppError("conflict", "This order was moved again.");
      }
      if (!(await isCompanyWithPeople(tx, from))) {
        throw new AppError("conflict", "The former company no longer has any people.");
      }
      const former = { id: from, name: await nameOfCompany(tx, from) };
      await moveLockedOrder(tx, order, former);
      await auditMove(tx, actor, order, { action: "Undo move of order", to: from, at: clock() });
      return { ...order, companyId: from, companyName: former.name };
    }),
  );
}

async function companyOfAddress(tx: Parameters<typeof nameOfCompany>[0], email: string) {
  const row = await tx
    .selectFrom("user")
    .select("id")
    .where("email", "=", normalEmail(email))
    .executeTakeFirst();
  if (row === undefined) {
    const message = `No account has the address ${email}. Check the spelling.`;
    throw new AppError("invalid", message, { issues: [{ path: "email", message }] });
  }
  const id = await companyOfAccount(tx, row.id);
  return { id, name: await nameOfCompany(tx, id) };
}
