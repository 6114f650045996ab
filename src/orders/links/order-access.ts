import { withPresentCompany } from "#companies/company-people.server.ts";
import { lockCompanies } from "#companies/lock-companies.server.ts";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { type LinkPurpose, linkPurposes } from "#policy/links.ts";
import { may, mayInCompany } from "#policy/rights.ts";
import { companyRecipients } from "../company-recipients.server.ts";
import { findCustomerOrder, orderNotFound } from "../find-order.ts";
import type { Order } from "../order.ts";
import { lockOrder } from "../order-store.server.ts";
import { deleteLinks } from "./issue-link.server.ts";

/** Links of one person for one purpose. */
interface LinksForPurpose {
  readonly purpose: LinkPurpose;
  readonly count: number;
  /** Time of the newest of the links. */
  readonly sentAt: number;
  readonly expiresAt: number;
  /** Null if none of the links has been used. */
  readonly lastUsedAt: number | null;
}

export interface PersonWithAccess {
  readonly accountId: string;
  readonly email: string;
  readonly links: readonly LinksForPurpose[];
  readonly mayEnd: boolean;
}

interface AccessDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * The people of the company who can open an order after a login, with their links that open the
 * order without one. Throws like `findCustomerOrder`.
 */
export async function listOrderAccess(
  { database, clock }: AccessDependencies,
  actor: Actor,
  orderId: string,
): Promise<readonly PersonWithAccess[]> {
  const order = await findCustomerOrder({ database }, actor, orderId);
  const people = await peopleOf(database.read, order);
  const rows = await database.read
    .selectFrom("order_links")
    .select(["account_id", "purpose", "sent_at", "expires_at", "last_used_at"])
    .where("order_id", "=", orderId)
    .where("expires_at", ">", clock())
    .execute();
  return [...people].map(([accountId, email]) => ({
    accountId,
    email,
    links: linkPurposes.flatMap((purpose) => {
      const its = rows.filter((row) => row.account_id === accountId && row.purpose === purpose);
      if (its.length === 0) return [];
      const used = its.flatMap(({ last_used_at: at }) => (at === null ? [] : Number(at)));
      return {
        purpose,
        count: its.length,
        sentAt: Math.max(...its.map(({ sent_at }) => Number(sent_at))),
        expiresAt: Math.max(...its.map(({ expires_at }) => Number(expires_at))),
        lastUsedAt: used.length === 0 ? null : Math.max(...used),
      };
    }),
    mayEnd: mayEndLinks(actor, order, accountId),
  }));
}

/** Account ids and email addresses of the people of an order's company. */
async function peopleOf(queries: Queries, order: Order): Promise<ReadonlyMap<string, string>> {
  const people = [
    ...(await companyRecipients(queries, order, "orders")),
    ...(await companyRecipients(queries, order, "payments")),
  ];
  return new Map(people.map(({ accountId, address }) => [accountId, address]));
}

function mayEndLinks(actor: Actor, order: Order, accountId: string): boolean {
  if (may(actor, "update orders") || mayInCompany(actor, "people", order)) return true;
  return actor.kind === "customer" && actor.accountId === accountId;
}

/**
 * Ends the links of a person to an order at once, also in browsers in which they are open. Throws
 * "not-found" for an order that the actor does not see, and "forbidden".
 */
export async function endLinks(
  { database, clock }: AccessDependencies,
  actor: Actor,
  orderId: string,
  accountId: string,
): Promise<void> {
  await findCustomerOrder({ database }, actor, orderId);
  await database.write(async (tx) => {
    const { order, present } = await lockFor(tx, actor, orderId);
    if (!mayEndLinks(present, order, accountId)) {
      const reason = "Only somebody who manages the people of the company can revoke this link.";
      throw new AppError("forbidden", reason);
    }
    const count = await deleteLinks(tx, orderId, { accountId });
    if (count === 0) return;
    await audit(tx, actor, {
      action: "End links",
      subject: "order",
      subjectId: orderId,
      at: clock(),
      label: `Order ${order.number}`,
      before: { account: accountId, links: count },
      after: null,
    });
  });
}

async function lockFor(tx: WriteTransaction, actor: Actor, orderId: string) {
  await lockCompanies(tx);
  const order = await lockOrder(tx, orderId);
  if (order === undefined) throw orderNotFound();
  return { order, present: await withPresentCompany(tx, actor) };
}
