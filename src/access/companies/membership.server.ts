import {
  addCompany,
  addPerson,
  type CompanyPerson,
  companyOfAccount,
  deleteCompany,
  peopleOfCompany,
  withPresentCompany,
} from "#companies/company-people.server.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import type { Actor, SignedInActor } from "#policy/actor.ts";
import { requireInOwnCompany } from "#policy/rights.ts";
import { lockAccount } from "../accounts/accounts.server.ts";

/**
 * Locks the accounts of all people of some companies, so that nobody places an order meanwhile. The
 * sequence of the locks is fixed, so that two transactions cannot deadlock. Requires
 * `lockCompanies`.
 */
export async function lockPeople(
  tx: WriteTransaction,
  companyIds: readonly string[],
): Promise<void> {
  const rows = await tx
    .selectFrom("company_people")
    .select("account_id")
    .where("company_id", "in", companyIds)
    .execute();
  // A company without a row consists of one account, and has the id of that account.
  const founders = await tx.selectFrom("user").select("id").where("id", "in", companyIds).execute();
  const ids = new Set([
    ...rows.map(({ account_id }) => account_id),
    ...founders.map(({ id }) => id),
  ]);
  for (const id of [...ids].toSorted()) await lockAccount(tx, id);
}

/** Returns the actor if the actor still manages people. Requires `lockCompanies`. */
export async function requireManager(tx: WriteTransaction, actor: Actor): Promise<SignedInActor> {
  return requireInOwnCompany(await withPresentCompany(tx, actor), "people");
}

/** Finds a person among the people of a company. Throws "not-found". */
export async function requireCompanyPerson(
  queries: Queries,
  companyId: string,
  accountId: string,
): Promise<{ readonly person: CompanyPerson; readonly people: readonly CompanyPerson[] }> {
  const people = await peopleOfCompany(queries, companyId);
  const person = people.find((one) => one.accountId === accountId);
  if (person === undefined) {
    throw new AppError("not-found", "This person no longer belongs to your company.");
  }
  return { person, people };
}

/** Throws "conflict" unless some person other than `accountId` manages people. */
export function requireManagerLeft(
  people: readonly CompanyPerson[],
  accountId: string,
  sentence: string,
): void {
  const others = people.filter((one) => one.accountId !== accountId);
  if (!others.some(({ rights }) => rights.people)) throw new AppError("conflict", sentence);
}

/** Gives a person who leaves a company a company of their own, which has no orders. */
export async function startOwnCompany(
  tx: WriteTransaction,
  accountId: string,
  at: number,
): Promise<void> {
  await tx.deleteFrom("company_people").where("account_id", "=", accountId).execute();
  await addCompany(tx, newId(), accountId, at);
}

/**
 * Moves a person into a company. Deletes the person's former company if no people are left in it.
 * Throws like `addPerson`.
 */
export async function joinCompany(
  tx: WriteTransaction,
  joining: Parameters<typeof addPerson>[1],
): Promise<void> {
  const { accountId } = joining;
  const former = await companyOfAccount(tx, accountId);
  await tx.deleteFrom("company_people").where("account_id", "=", accountId).execute();
  await addPerson(tx, joining);
  if ((await peopleOfCompany(tx, former)).length === 0) await deleteCompany(tx, former);
}

/**
 * Name of a company for use in sentences. A company without a name is named after its first person.
 */
export function companyLabel(
  name: string,
  people: readonly Pick<CompanyPerson, "email">[],
): string {
  return name || `the company of ${people[0]?.email ?? "nobody"}`;
}
