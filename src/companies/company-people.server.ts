import type { Selectable } from "kysely";
import { sql } from "kysely";
import type { Queries, WriteTransaction } from "../platform/database/database.ts";
import type { Tables } from "../platform/database/tables.ts";
import { normalEmail } from "../platform/texts/email-address.ts";
import type { Actor } from "../policy/actor.ts";
import { isSignedIn } from "../policy/actor.ts";
import {
  type CompanyRights,
  everyCompanyRight,
  type Membership,
  noCompany,
} from "../policy/company.ts";
import { isShared, requireTeamApart, sharedByTeam } from "./team-apart.server.ts";

const companyRightColumns = [
  "company_people.orders as seesOrders",
  "company_people.payments as seesPayments",
  "company_people.may_order as mayOrder",
  "company_people.people as managesPeople",
] as const;

/**
 * 1 for a person of the team whose company has other people, or orders that other people placed.
 * For queries with the table "user" and the left-joined table "company_people".
 */
const sharesAsTeam = sql<number>`case when exists (select 1 from user_records as role where role.email_key = "user".email)
  and ${isShared}
  then 1 else 0 end`;

/**
 * Columns that `membershipIn` reads, for queries with the table "user" and the left-joined table
 * "company_people".
 */
export const membershipColumns = [
  "company_people.company_id as companyId",
  ...companyRightColumns,
  sharesAsTeam.as("sharesAsTeam"),
] as const;

interface RightsRow {
  readonly seesOrders: number | null;
  readonly seesPayments: number | null;
  readonly mayOrder: number | null;
  readonly managesPeople: number | null;
}

interface MembershipRow extends RightsRow {
  readonly companyId: string | null;
  readonly sharesAsTeam: number;
}

/**
 * Undefined for the row of an account that has joined no company. A person of the team who shares a
 * company with a customer acts for no company, so that the person is never on both sides of an
 * order.
 */
export function membershipIn(row: MembershipRow): Membership | undefined {
  if (Number(row.sharesAsTeam) === 1) return noCompany;
  if (row.companyId === null) return undefined;
  return { id: row.companyId, rights: rightsIn(row) };
}

function rightsIn(row: RightsRow): CompanyRights {
  return {
    orders: row.seesOrders === 1,
    payments: row.seesPayments === 1,
    mayOrder: row.mayOrder === 1,
    people: row.managesPeople === 1,
  };
}

/**
 * The company for which an account acts as a customer. Undefined for an account that is a company
 * of one without a row.
 */
export async function readMembership(
  queries: Queries,
  { accountId, email }: { readonly accountId: string; readonly email: string },
): Promise<Membership | undefined> {
  const person = queries.selectNoFrom([
    sql<string>`${accountId}`.as("id"),
    sql<string>`${normalEmail(email)}`.as("email"),
  ]);
  const row = await queries
    .selectFrom(person.as("user"))
    .leftJoin("company_people", "company_people.account_id", "user.id")
    .select(membershipColumns)
    .executeTakeFirstOrThrow();
  return membershipIn(row);
}

/**
 * Id of the company that an account belongs to as a customer, also for a person of the team who
 * may not act for the company.
 */
export async function companyOfAccount(queries: Queries, accountId: string): Promise<string> {
  const row = await queries
    .selectFrom("company_people")
    .select("company_id")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.company_id ?? accountId;
}

/**
 * The actor with the present membership. A write calls this in its transaction, because the person
 * may have been removed, or the company merged, since the request began.
 */
export async function withPresentCompany<A extends Actor>(queries: Queries, actor: A): Promise<A> {
  if (!isSignedIn(actor)) return actor;
  const { company: _, ...account } = actor;
  const company = await readMembership(queries, actor);
  return { ...account, ...(company && { company }) } as A;
}

export interface CompanyPerson {
  readonly accountId: string;
  readonly email: string;
  readonly rights: CompanyRights;
  /** Whether the person has a role of the team, or will have it after confirming the address. */
  readonly isOfTeam: boolean;
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
    .select(["account_id as accountId", "invited_by as invitedBy", "since"])
    .select(companyRightColumns)
    .where("company_id", "=", companyId)
    .orderBy("since")
    .orderBy("account_id")
    .execute();
  if (rows.length === 0) return [];
  const accounts = await queries
    .selectFrom("user")
    .leftJoin("user_records", "user_records.email_key", "user.email")
    .select(["user.id", "user.email", "user_records.id as recordId"])
    .where(
      "user.id",
      "in",
      rows.map(({ accountId }) => accountId),
    )
    .execute();
  const accountOf = new Map(accounts.map((account) => [account.id, account]));
  return rows.flatMap((row) => {
    const account = accountOf.get(row.accountId);
    if (account === undefined) return [];
    return {
      accountId: row.accountId,
      email: account.email,
      rights: rightsIn(row),
      isOfTeam: account.recordId !== null,
      invitedBy: row.invitedBy,
      since: row.since,
    };
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
 * `lockCompanies` and the locked account. Returns the id of the company of the account.
 */
export async function storeCompany(
  tx: WriteTransaction,
  accountId: string,
  at: number,
): Promise<string> {
  const stored = await tx
    .selectFrom("company_people")
    .select("company_id")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  if (stored !== undefined) return stored.company_id;
  await addCompany(tx, accountId, accountId, at);
  return accountId;
}

/** Stores a company with its first person. Requires `lockCompanies`. */
export async function addCompany(
  tx: WriteTransaction,
  id: string,
  accountId: string,
  at: number,
): Promise<void> {
  await tx.insertInto("companies").values({ id, name: "", created_at: at }).execute();
  await addPerson(tx, {
    companyId: id,
    accountId,
    rights: everyCompanyRight,
    invitedBy: null,
    at,
  });
}

interface NewPerson {
  readonly companyId: string;
  readonly accountId: string;
  readonly rights: CompanyRights;
  readonly invitedBy: string | null;
  readonly at: number;
}

/**
 * Adds a person without a row to a company. Requires `lockCompanies`. Throws "conflict" if a person
 * of the team and somebody else would share the company.
 */
export async function addPerson(
  tx: WriteTransaction,
  { companyId, accountId, rights, invitedBy, at }: NewPerson,
): Promise<void> {
  await tx
    .insertInto("company_people")
    .values({
      account_id: accountId,
      company_id: companyId,
      ...rightRow(rights),
      invited_by: invitedBy,
      since: at,
    })
    .execute();
  await requireTeamApart(tx, companyId, sharedByTeam);
}

/**
 * Moves all people of a company to another company. Requires `lockCompanies`. Throws "conflict" if
 * a person of the team and somebody else would share the company.
 */
export async function movePeople(tx: WriteTransaction, from: string, to: string): Promise<void> {
  await tx
    .updateTable("company_people")
    .set((set) => ({ company_id: to, version: set("version", "+", 1) }))
    .where("company_id", "=", from)
    .execute();
  await requireTeamApart(tx, to, sharedByTeam);
}

/** Deletes a company that has no people. Its orders must have moved. */
export async function deleteCompany(tx: WriteTransaction, companyId: string): Promise<void> {
  await tx.deleteFrom("company_invitations").where("company_id", "=", companyId).execute();
  await tx.deleteFrom("companies").where("id", "=", companyId).execute();
}
