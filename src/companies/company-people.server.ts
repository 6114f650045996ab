import type { Selectable } from "kysely";
import { sql } from "kysely";
import { engineOf, type Queries, type WriteTransaction } from "../platform/database/database.ts";
import type { Tables } from "../platform/database/tables.ts";
import type { Actor } from "../policy/actor.ts";
import { isSignedIn } from "../policy/actor.ts";
import {
  type CompanyRights,
  companyOf,
  everyCompanyRight,
  type Membership,
} from "../policy/company.ts";

/** Columns for the rights of a person, which `membershipIn` reads. */
export const companyRightColumns = [
  "company_people.orders as seesOrders",
  "company_people.payments as seesPayments",
  "company_people.may_order as mayOrder",
  "company_people.people as managesPeople",
] as const;

interface MembershipRow {
  readonly companyId: string | null;
  readonly seesOrders: number | null;
  readonly seesPayments: number | null;
  readonly mayOrder: number | null;
  readonly managesPeople: number | null;
}

/** Undefined for the row of an account that has joined no company. */
export function membershipIn(row: MembershipRow): Membership | undefined {
  if (row.companyId === null) return undefined;
  return {
    id: row.companyId,
    rights: {
      orders: row.seesOrders === 1,
      payments: row.seesPayments === 1,
      mayOrder: row.mayOrder === 1,
      people: row.managesPeople === 1,
    },
  };
}

/** Undefined for an account that is a company of one without a row. */
export async function readMembership(
  queries: Queries,
  accountId: string,
): Promise<Membership | undefined> {
  const row = await queries
    .selectFrom("company_people")
    .select(["company_id as companyId", ...companyRightColumns])
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row && membershipIn(row);
}

/** Id of the company that an account belongs to as a customer. */
export async function companyOfAccount(queries: Queries, accountId: string): Promise<string> {
  return (await readMembership(queries, accountId))?.id ?? accountId;
}

/**
 * The actor with the present membership. A write calls this in its transaction, because the person
 * may have been removed, or the company merged, since the request began.
 */
export async function withPresentCompany<A extends Actor>(queries: Queries, actor: A): Promise<A> {
  if (!isSignedIn(actor)) return actor;
  const { company: _, ...account } = actor;
  const company = await readMembership(queries, actor.accountId);
  return { ...account, ...(company && { company }) } as A;
}

/**
 * Locks the memberships of all companies. A transaction calls this before it locks an account, so
 * that two changes of companies run one after the other: two people cannot remove each other.
 */
export async function lockCompanies(tx: WriteTransaction): Promise<void> {
  if (engineOf(tx) === "sqlite") return;
  await sql`lock table company_people in share row exclusive mode`.execute(tx);
}

export interface CompanyPerson {
  readonly accountId: string;
  readonly email: string;
  readonly rights: CompanyRights;
  readonly invitedBy: string | null;
  readonly since: number;
}

/** The people of a company with a row, the longest membership first. */
export async function peopleOfCompany(
  queries: Queries,
  companyId: string,
): Promise<readonly CompanyPerson[]> {
  const rows = await queries
    .selectFrom("company_people")
    .select(["account_id", "company_id as companyId", "invited_by", "since"])
    .select(companyRightColumns)
    .where("company_id", "=", companyId)
    .orderBy("since")
    .orderBy("account_id")
    .execute();
  if (rows.length === 0) return [];
  const accounts = await queries
    .selectFrom("user")
    .select(["id", "email"])
    .where(
      "id",
      "in",
      rows.map(({ account_id }) => account_id),
    )
    .execute();
  const emails = new Map(accounts.map(({ id, email }) => [id, email]));
  return rows.flatMap((row) => {
    const email = emails.get(row.account_id);
    const rights = membershipIn(row)?.rights;
    if (email === undefined || rights === undefined) return [];
    const { account_id: accountId, invited_by: invitedBy, since } = row;
    return [{ accountId, email, rights, invitedBy, since }];
  });
}

/** Whether a company has people: people with rows, or an account that is a company of one. */
export async function isCompanyWithPeople(queries: Queries, companyId: string): Promise<boolean> {
  if ((await peopleOfCompany(queries, companyId)).length > 0) return true;
  const founder = await queries
    .selectFrom("user")
    .select("id")
    .where("id", "=", companyId)
    .executeTakeFirst();
  return founder !== undefined && (await companyOfAccount(queries, companyId)) === companyId;
}

/** "" for a company of one and for a company without a name. */
export async function nameOfCompany(queries: Queries, companyId: string): Promise<string> {
  const row = await queries
    .selectFrom("companies")
    .select("name")
    .where("id", "=", companyId)
    .executeTakeFirst();
  return row?.name ?? "";
}

type RightRow = Pick<
  Selectable<Tables["company_people"]>,
  "orders" | "payments" | "may_order" | "people"
>;

export function rightRow({ orders, payments, mayOrder, people }: CompanyRights): RightRow {
  return {
    orders: Number(orders),
    payments: Number(payments),
    may_order: Number(mayOrder),
    people: Number(people),
  };
}

/**
 * Stores a company of one in rows, so that the company can have a name and more people. Requires
 * `lockCompanies` and the locked account. Returns the company of the account.
 */
export async function storeCompany(
  tx: WriteTransaction,
  accountId: string,
  at: number,
): Promise<Membership> {
  const stored = await readMembership(tx, accountId);
  if (stored !== undefined) return stored;
  const company = companyOf({ accountId });
  await addCompany(tx, company.id, accountId, at);
  return company;
}

/** Stores a company with its first person. */
export async function addCompany(
  tx: WriteTransaction,
  id: string,
  accountId: string,
  at: number,
): Promise<void> {
  await tx.insertInto("companies").values({ id, name: "", created_at: at }).execute();
  await tx
    .insertInto("company_people")
    .values({
      ...{ account_id: accountId, company_id: id, ...rightRow(everyCompanyRight) },
      ...{ invited_by: null, since: at },
    })
    .execute();
}

/** Deletes a company that has no people. Its orders must have moved. */
export async function deleteCompany(tx: WriteTransaction, companyId: string): Promise<void> {
  await tx.deleteFrom("company_invitations").where("company_id", "=", companyId).execute();
  await tx.deleteFrom("companies").where("id", "=", companyId).execute();
}
