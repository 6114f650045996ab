import { z } from "zod";
import {
  companyOfAccount,
  deleteCompany,
  movePeople,
  nameOfCompany,
  peopleOfCompany,
  storeCompany,
} from "#companies/company-people.server.ts";
import { lockCompanies } from "#companies/lock-companies.server.ts";
import { requireCustomersOnly } from "#companies/team-apart.server.ts";
import type { Database, Queries } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { canBeId } from "#platform/ids.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { type CompanyRights, everyCompanyRight } from "#policy/company.ts";
import { requireRight } from "#policy/rights.ts";
import { noSuchAccount } from "../accounts/accounts.server.ts";
import { companyLabel, lockPeople } from "./membership.server.ts";
import type { CompanyDependencies } from "./own-company.ts";

export interface CompanyOfPerson {
  readonly id: string;
  readonly name: string;
  readonly people: readonly {
    readonly accountId: string;
    readonly email: string;
    readonly rights: CompanyRights;
  }[];
}

/** The company of an account, for the team. Throws "forbidden" and "not-found". */
export async function readCompanyOfPerson(
  { database: { read } }: { readonly database: Database },
  actor: Actor,
  accountId: string,
): Promise<CompanyOfPerson> {
  requireRight(actor, "see customers");
  return companyOfPerson(read, accountId);
}

async function companyOfPerson(queries: Queries, accountId: string): Promise<CompanyOfPerson> {
  if (!canBeId(accountId)) throw noSuchAccount();
  const account = await queries
    .selectFrom("user")
    .select("email")
    .where("id", "=", accountId)
    .executeTakeFirst();
  if (account === undefined) throw noSuchAccount();
  const id = await companyOfAccount(queries, accountId);
  const people = await peopleOfCompany(queries, id);
  return {
    id,
    name: await nameOfCompany(queries, id),
    people:
      people.length > 0
        ? people.map(({ accountId, email, rights }) => ({ accountId, email, rights }))
        : [{ accountId, email: account.email, rights: everyCompanyRight }],
  };
}

export const mergeForm = z.strictObject({
  email: z
    .string("Enter the email address of someone at the other company.")
    .trim()
    .min(1, "Enter the email address of someone at the other company.")
    .max(254, "This address is too long."),
  understood: z.literal("yes", "Tick the box to confirm."),
});

/**
 * Moves all people and orders of an account's company into the company of another person. The
 * second company keeps its name, and all people keep their rights. Open invitations of the first
 * company are withdrawn. The audit log names both companies. Throws "forbidden", "invalid" for an
 * unknown address, "not-found", and "conflict" when both people are of the same company or one of
 * them is of the team.
 */
export async function mergeCompanies(
  { database, clock, companyOrders }: CompanyDependencies,
  actor: Actor,
  accountId: string,
  input: unknown,
): Promise<{ readonly id: string; readonly name: string }> {
  requireRight(actor, "merge companies");
  const { email } = parseOrThrow(mergeForm, input);
  return database.write(async (tx) => {
    await lockCompanies(tx);
    const from = await companyOfPerson(tx, accountId);
    const other = await tx
      .selectFrom("user")
      .select("id")
      .where("email", "=", normalEmail(email))
      .executeTakeFirst();
    if (other === undefined) {
      const message = `No account has the address ${email}. Check the spelling.`;
      throw new AppError("invalid", message, { issues: [{ path: "email", message }] });
    }
    const into = await companyOfPerson(tx, other.id);
    if (into.id === from.id) {
      throw new AppError("conflict", `${email} already belongs to this company.`);
    }
    await requireCustomersOnly(tx, from.id);
    await requireCustomersOnly(tx, into.id);
    await lockPeople(tx, [from.id, into.id]);
    const at = clock();
    await storeCompany(tx, other.id, at);
    await storeCompany(tx, accountId, at);
    await companyOrders.move(tx, from.id, { id: into.id, name: into.name });
    await movePeople(tx, from.id, into.id);
    await deleteCompany(tx, from.id);
    await audit(tx, actor, {
      action: "Merge companies",
      subject: "company",
      subjectId: into.id,
      label: into.name || `Company of account ${other.id}`,
      before: { company: from.id, people: from.people.map((one) => one.accountId) },
      after: { company: into.id },
      at,
    });
    return { id: into.id, name: companyLabel(into.name, into.people) };
  });
}
