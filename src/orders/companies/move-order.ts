import { z } from "zod";
import {
  companyOfAccount,
  lockCompanies,
  nameOfCompany,
} from "../../companies/company-people.server.ts";
import type { Database } from "../../platform/database/database.ts";
import { AppError } from "../../platform/errors.ts";
import { normalEmail } from "../../platform/texts/email-address.ts";
import { parseOrThrow } from "../../platform/texts/validation.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { Actor } from "../../policy/actor.ts";
import { audit } from "../../policy/audit.ts";
import { requireRight } from "../../policy/rights.ts";
import { orderNotFound } from "../find-order.ts";
import type { Order } from "../order.ts";
import { lockOrder } from "../order-store.server.ts";
import { storeCompanyOf } from "./company-orders.server.ts";

export const moveOrderForm = z.strictObject({
  email: z
    .string("Enter the email address of a person of the other company.")
    .trim()
    .min(1, "Enter the email address of a person of the other company.")
    .max(254, "This address is too long."),
  understood: z.literal("yes", "Tick the box to confirm."),
});

interface MoveDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Moves an order with its room and payments to the company of a person. The people of the former
 * company see nothing of the order any more. An order that is there already stays. Throws
 * "forbidden", "invalid" for an unknown address, and "not-found".
 */
export async function moveOrder(
  { database, clock }: MoveDependencies,
  actor: Actor,
  orderId: string,
  input: unknown,
): Promise<Order> {
  requireRight(actor, "merge companies");
  const { email } = parseOrThrow(moveOrderForm, input);
  return database.write(async (tx) => {
    await lockCompanies(tx);
    const to = await companyOfAddress(tx, email);
    const order = await lockOrder(tx, orderId);
    if (order === undefined) throw orderNotFound();
    if (order.companyId === to.id) return order;
    const moved = { ...order, companyId: to.id, companyName: to.name };
    await storeCompanyOf(tx, order, to);
    await audit(tx, actor, {
      ...{ action: "Move order", subject: "order", subjectId: order.id },
      label: `Order ${order.number}`,
      ...{ before: { company: order.companyId }, after: { company: to.id }, at: clock() },
    });
    return moved;
  });
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
