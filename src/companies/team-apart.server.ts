import { sql } from "kysely";
import type { Queries, WriteTransaction } from "../platform/database/database.ts";
import { AppError } from "../platform/errors.ts";
import { normalEmail } from "../platform/texts/email-address.ts";
import { lockCompanies } from "./lock-companies.server.ts";

// A person of the team shares no company with a customer: the person would be on both sides of an
// order. Each write to memberships, roles and confirmed addresses, and each move of an order, calls
// a function of this file in its transaction; tests/team-apart.test.ts finds a write that does not.
// The functions take `lockCompanies`, so a transaction that also locks accounts calls it first.

interface Person {
  readonly accountId: string;
  readonly email: string;
  /**
   * True for an address with a user record, also before the account has confirmed the address:
   * confirming must not put a person of the team into the company of a customer.
   */
  readonly isOfTeam: boolean;
}

/** A person of the team whose company has other people, or orders that other people placed. */
export interface SharedCompany {
  readonly accountId: string;
  readonly email: string;
  /** The company's name, or a description with the address of another person. */
  readonly company: string;
  /** Email addresses of the other people. */
  readonly others: readonly string[];
  /** Numbers of some orders that other people placed; empty while there are other people. */
  readonly orderNumbers: readonly number[];
}

/**
 * Whether the company of a person has other people, or orders that other people placed. For queries
 * with the table "user" and the left-joined table "company_people".
 */
export const isShared = sql<boolean>`(exists (select 1 from company_people as colleague
    where colleague.company_id = coalesce(company_people.company_id, "user".id)
      and colleague.account_id <> "user".id)
  or exists (select 1 from orders as placed
    where placed.company_id = coalesce(company_people.company_id, "user".id)
      and placed.account_id <> "user".id))`;

/** The people of a company; an account without a row is the only person of a company of one. */
async function peopleIn(queries: Queries, companyId: string): Promise<readonly Person[]> {
  const joined = await queries
    .selectFrom("company_people")
    .innerJoin("user", "user.id", "company_people.account_id")
    .leftJoin("user_records", "user_records.email_key", "user.email")
    .select(["user.id as accountId", "user.email", "user_records.id as recordId"])
    .where("company_people.company_id", "=", companyId)
    .orderBy("since")
    .execute();
  const founder = await queries
    .selectFrom("user")
    .leftJoin("company_people", "company_people.account_id", "user.id")
    .leftJoin("user_records", "user_records.email_key", "user.email")
    .select(["user.id as accountId", "user.email", "user_records.id as recordId"])
    .where("user.id", "=", companyId)
    .where("company_people.account_id", "is", null)
    .execute();
  return [...joined, ...founder].map(({ accountId, email, recordId }) => ({
    accountId,
    email,
    isOfTeam: recordId !== null,
  }));
}

/** Undefined while a person of the team is alone in the company with orders of their own. */
async function sharedCompany(
  queries: Queries,
  companyId: string,
  ofAccount?: string,
): Promise<SharedCompany | undefined> {
  const people = await peopleIn(queries, companyId);
  const person = people.find(
    (one) => one.isOfTeam && (ofAccount === undefined || one.accountId === ofAccount),
  );
  if (person === undefined) return undefined;
  const { accountId, email } = person;
  const others = people.flatMap((one) => (one.accountId === accountId ? [] : one.email));
  const orders =
    others.length > 0
      ? []
      : await queries
          .selectFrom("orders")
          .select("number")
          .where("company_id", "=", companyId)
          .where("account_id", "<>", accountId)
          .orderBy("number")
          .limit(mostNamed)
          .execute();
  if (others.length === 0 && orders.length === 0) return undefined;
  const stored = await queries
    .selectFrom("companies")
    .select("name")
    .where("id", "=", companyId)
    .executeTakeFirst();
  return {
    accountId,
    email,
    company: stored?.name || `the company of ${others[0] ?? email}`,
    others,
    orderNumbers: orders.map(({ number }) => number),
  };
}

const mostNamed = 5;

/** All people of the team who share a company. Empty unless data is older than this rule. */
export async function sharedCompaniesOfTeam(queries: Queries): Promise<readonly SharedCompany[]> {
  const rows = await queries
    .selectFrom("user_records")
    .innerJoin("user", "user.email", "user_records.email_key")
    .leftJoin("company_people", "company_people.account_id", "user.id")
    .select(["user.id", "company_people.company_id as companyId"])
    .where(isShared)
    .orderBy("user_records.id")
    .execute();
  const found: SharedCompany[] = [];
  for (const { id, companyId } of rows) {
    const shared = await sharedCompany(queries, companyId ?? id, id);
    if (shared !== undefined) found.push(shared);
  }
  return found;
}

/** Requires the state after a write. `sentence` says what to do. Throws "conflict". */
export async function requireTeamApart(
  tx: WriteTransaction,
  companyId: string,
  sentence: (shared: SharedCompany) => string,
): Promise<void> {
  await lockCompanies(tx);
  const shared = await sharedCompany(tx, companyId);
  if (shared !== undefined) throw new AppError("conflict", sentence(shared));
}

/** Like `requireTeamApart`, for the company of the account with an email address, if one exists. */
export async function requireAddressApart(
  tx: WriteTransaction,
  email: string,
  sentence: (shared: SharedCompany) => string,
): Promise<void> {
  await lockCompanies(tx);
  const account = await tx
    .selectFrom("user")
    .leftJoin("company_people", "company_people.account_id", "user.id")
    .select(["user.id", "company_people.company_id as companyId"])
    .where("user.email", "=", normalEmail(email))
    .executeTakeFirst();
  if (account === undefined) return;
  await requireTeamApart(tx, account.companyId ?? account.id, sentence);
}

/**
 * Requires a company without a person of the team, before orders or people move into or out of the
 * company. Throws "conflict".
 */
export async function requireCustomersOnly(tx: WriteTransaction, companyId: string): Promise<void> {
  await lockCompanies(tx);
  const person = (await peopleIn(tx, companyId)).find(({ isOfTeam }) => isOfTeam);
  if (person === undefined) return;
  throw new AppError(
    "conflict",
    `${person.email} is on the team of this site, and a person of the team shares no company and no orders with customers. Choose the company of a customer.`,
  );
}

/** Of the account ids, those of people with a role of the team. */
export async function teamAmong(
  queries: Queries,
  accountIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (accountIds.length === 0) return new Set();
  const rows = await queries
    .selectFrom("user")
    .innerJoin("user_records", "user_records.email_key", "user.email")
    .select("user.id")
    .where("user.id", "in", accountIds)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

function ordersIn({ orderNumbers }: SharedCompany): string {
  return orderNumbers.length === 1
    ? `order ${orderNumbers[0]}`
    : `the orders ${orderNumbers.join(", ")}`;
}

/** For a write that would add a person to the company. */
export function sharedByTeam({ email, company }: SharedCompany): string {
  return `${email} is on the team of this site and cannot share ${company} with a customer. Remove ${email} there first.`;
}

/** For an admin who gives a role. */
export function separateFirst(shared: SharedCompany): string {
  const { email, company, others } = shared;
  return others.length > 0
    ? `${email} belongs to ${company}. Remove them there first, then give them the role.`
    : `The company of ${email} has ${ordersIn(shared)} of another customer. Move it to the customer first, then give them the role.`;
}

/** For a person who confirms an address that has a role already. */
export function leaveFirst({ email, company, others }: SharedCompany): string {
  return others.length > 0
    ? `${email} is invited to the team of this site, but belongs to ${company} as a customer. Leave the company first, or ask an owner of the site to remove you there, then open the link again.`
    : `${email} is invited to the team of this site, but has orders of another customer. Ask an owner of the site to move them to the customer, then open the link again.`;
}
