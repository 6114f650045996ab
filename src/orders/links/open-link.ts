import { membershipColumns, membershipIn } from "#companies/company-people.server.ts";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import type { Clock } from "#platform/time/clock.ts";
import { hashOfToken, newToken } from "#platform/tokens.ts";
import type { LinkActor } from "#policy/actor.ts";
import { companyRightOf, type LinkPurpose } from "#policy/links.ts";
import { mayInCompany } from "#policy/rights.ts";
import { orderedThing } from "../order-words.ts";

interface LinkDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

export interface ShownLink {
  readonly purpose: LinkPurpose;
  readonly orderId: string;
  readonly orderNumber: number;
  /** Such as "Basic plan". */
  readonly thing: string;
  readonly accountId: string;
  readonly email: string;
  readonly expiresAt: number;
}

/** A cookie of a link lasts no longer than this. */
export const visitMs = 24 * 60 * 60 * 1000;
/** A mail scanner may press the button of a link many times; the oldest visits end first. */
const mostVisits = 20;
const longestSecret = 100;

/**
 * Returns what a link opens, and for whom. Changes nothing, because mail scanners open every link
 * of an email. Throws "not-found" for a link that has ended: because it was revoked, has expired,
 * or because its person does not see the order any more.
 */
export async function readOrderLink(
  { database, clock }: LinkDependencies,
  token: string,
): Promise<ShownLink> {
  const { link } = await findLink(database.read, token, clock());
  return link;
}

/**
 * Opens a link in a browser. Returns the secret of the cookie that lets the browser do what the
 * link allows. A link can be opened many times, because a mail scanner may press its button first.
 * Throws like `readOrderLink`.
 */
export async function openOrderLink(
  { database, clock }: LinkDependencies,
  token: string,
): Promise<{ readonly secret: string; readonly link: ShownLink }> {
  const secret = newToken();
  return database.write(async (tx) => {
    const link = await openLinkIn(tx, token, { secret, now: clock(), provenUntil: 0 });
    return { secret, link };
  });
}

interface NewVisit {
  /** Value of the cookie. */
  readonly secret: string;
  readonly now: number;
  /** Time until which the browser is asked for no code; 0 for a browser that has entered none. */
  readonly provenUntil: number;
}

/** Like `openOrderLink`, in a transaction. */
export async function openLinkIn(
  tx: WriteTransaction,
  token: string,
  { secret, now, provenUntil }: NewVisit,
): Promise<ShownLink> {
  const { id: linkId, link } = await findLink(tx, token, now);
  const visits = await tx
    .selectFrom("order_link_visits")
    .select("id")
    .where("link_id", "=", linkId)
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const over = visits.slice(mostVisits - 1).map(({ id }) => id);
  if (over.length > 0) {
    await tx.deleteFrom("order_link_visits").where("id", "in", over).execute();
  }
  await tx
    .insertInto("order_link_visits")
    .values({
      id: newId(),
      secret_hash: hashOfToken(secret),
      link_id: linkId,
      started_at: now,
      code_hash: "",
      code_expires_at: 0,
      code_attempts: 0,
      proven_until: provenUntil,
    })
    .execute();
  await tx.updateTable("order_links").set({ last_used_at: now }).where("id", "=", linkId).execute();
  return link;
}

/**
 * The actor of a cookie, read from the database at each request, so that a revoked link, a moved
 * order and a removed person end the access at once. Undefined for a cookie that opens nothing.
 */
export async function actorOfLink(
  { database, clock }: LinkDependencies,
  secret: string,
): Promise<LinkActor | undefined> {
  if (secret === "" || secret.length > longestSecret) return undefined;
  const now = clock();
  const row = await linksWithPeople(database.read)
    .innerJoin("order_link_visits as visit", "visit.link_id", "link.id")
    .select(["visit.id as visitId", "visit.proven_until as provenUntil"])
    .where("visit.secret_hash", "=", hashOfToken(secret))
    .where("visit.started_at", ">", now - visitMs)
    .where("link.expires_at", ">", now)
    .executeTakeFirst();
  if (row === undefined || !isOpen(row)) return undefined;
  const { accountId, email, purpose, orderId, visitId } = row;
  const company = membershipIn(row);
  return {
    kind: "link",
    purpose,
    orderId,
    accountId,
    email,
    visitId,
    ...(company && { company }),
    isProven: Number(row.provenUntil) > now,
  };
}

async function findLink(queries: Queries, token: string, now: number) {
  const row =
    token === "" || token.length > longestSecret
      ? undefined
      : await linksWithPeople(queries)
          .where("link.token_hash", "=", hashOfToken(token))
          .where("link.expires_at", ">", now)
          .executeTakeFirst();
  if (row === undefined || !isOpen(row)) {
    const reason = "This link has expired, or was revoked or replaced.";
    throw new AppError("not-found", `${reason} Log in to see your orders.`);
  }
  const { id, purpose, orderId, orderNumber, accountId, email, expiresAt } = row;
  const thing = orderedThing(row);
  return {
    id,
    link: { purpose, orderId, orderNumber, thing, accountId, email, expiresAt: Number(expiresAt) },
  };
}

/** Links with their order, and with the account and the membership that their person has now. */
function linksWithPeople(queries: Queries) {
  return queries
    .selectFrom("order_links as link")
    .innerJoin("orders", "orders.id", "link.order_id")
    .innerJoin("user", "user.id", "link.account_id")
    .leftJoin("company_people", "company_people.account_id", "link.account_id")
    .select(membershipColumns)
    .select(["link.id", "link.purpose", "link.order_id as orderId", "link.email as sentTo"])
    .select(["orders.number as orderNumber", "orders.package_name as packageName"])
    .select("orders.package_id as packageId")
    .select(["orders.company_id as orderCompanyId", "link.expires_at as expiresAt"])
    .select(["user.id as accountId", "user.email"]);
}

type LinkWithPerson = Awaited<
  ReturnType<ReturnType<typeof linksWithPeople>["executeTakeFirstOrThrow"]>
>;

/** Whether the person still has the address of the link, and still the right in the company. */
function isOpen(row: LinkWithPerson): boolean {
  const { accountId, email, purpose, orderCompanyId, sentTo } = row;
  if (email !== sentTo) return false;
  const company = membershipIn(row);
  const person = { kind: "customer", accountId, email, ...(company && { company }) } as const;
  return mayInCompany(person, companyRightOf[purpose], { companyId: orderCompanyId });
}
