import { z } from "zod";
import {
  type CompanyPerson,
  companyOfAccount,
  nameOfCompany,
  peopleOfCompany,
  rightRow,
  storeCompany,
} from "#companies/company-people.server.ts";
import { lockCompanies } from "#companies/lock-companies.server.ts";
import { savedNames } from "#companies/saved-names.server.ts";
import type { EmailingDependencies } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import type { Database, Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { isPlainText, trimmed } from "#platform/texts/plain-text.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { type CompanyRights, companyOf, everyCompanyRight } from "#policy/company.ts";
import { requirePerson } from "#policy/keys.ts";
import { requireRight, requireSignedIn } from "#policy/rights.ts";
import { lockAccount, lockActorAccount } from "../accounts/accounts.server.ts";
import type { CompanyOrders } from "./company-orders.ts";
import {
  companyLabel,
  lockPeople,
  requireCompanyPerson,
  requireManager,
  requireManagerLeft,
  startOwnCompany,
} from "./membership.server.ts";

export interface CompanyDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly companyOrders: CompanyOrders;
}

export interface PersonOfCompany {
  readonly accountId: string;
  readonly email: string;
  /** "" if the person has saved no name. */
  readonly name: string;
  readonly rights: CompanyRights;
  /** When the person joined; null for the person who started the company. */
  readonly since: number | null;
  readonly isYou: boolean;
}

export interface OpenInvitation {
  readonly id: string;
  readonly email: string;
  readonly rights: CompanyRights;
  readonly invitedBy: string;
  readonly sentAt: number;
  readonly expiresAt: number;
}

export interface OwnCompany {
  readonly id: string;
  readonly name: string;
  readonly rights: CompanyRights;
  readonly people: readonly PersonOfCompany[];
  /** Empty for somebody who does not manage people. */
  readonly invitations: readonly OpenInvitation[];
}

/** The company that the actor belongs to as a customer. Throws "unauthenticated". */
export async function readOwnCompany(
  { database: { read }, clock }: Pick<CompanyDependencies, "database" | "clock">,
  actor: Actor,
): Promise<OwnCompany> {
  const person = requireSignedIn(actor);
  const { accountId, email } = person;
  const { rights } = companyOf(person);
  const id = await companyOfAccount(read, accountId);
  const stored = await peopleOfCompany(read, id);
  const names = await savedNames(
    read,
    stored.map((one) => one.accountId),
  );
  const people = stored.map((one) => ({
    accountId: one.accountId,
    email: one.email,
    name: names.get(one.accountId) ?? "",
    rights: one.rights,
    since: one.invitedBy === null ? null : one.since,
    isYou: one.accountId === accountId,
  }));
  const alone = {
    accountId,
    email,
    name: "",
    rights: everyCompanyRight,
    since: null,
    isYou: true,
  };
  return {
    id,
    rights,
    name: await nameOfCompany(read, id),
    people: people.length === 0 ? [alone] : people,
    invitations: rights.people ? await openInvitations(read, id, clock()) : [],
  };
}

export async function openInvitations(
  queries: Queries,
  companyId: string,
  now: number,
): Promise<readonly OpenInvitation[]> {
  const rows = await queries
    .selectFrom("company_invitations as invitation")
    .leftJoin("user", "user.id", "invitation.invited_by")
    .selectAll("invitation")
    .select("user.email as inviter")
    .where("company_id", "=", companyId)
    .where("expires_at", ">", now)
    .orderBy("sent_at")
    .orderBy("invitation.id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    rights: rightsOfRow(row),
    invitedBy: row.inviter ?? "",
    sentAt: row.sent_at,
    expiresAt: row.expires_at,
  }));
}

export function rightsOfRow(row: {
  readonly orders: number;
  readonly payments: number;
  readonly may_order: number;
  readonly people: number;
}): CompanyRights {
  return {
    orders: row.orders === 1,
    payments: row.payments === 1,
    mayOrder: row.may_order === 1,
    people: row.people === 1,
  };
}

const right = (description: string) =>
  z.boolean("A right is true or false.").default(false).meta({ description });

export const companyRightFields = {
  orders: right("Sees orders, messages and files, writes to the team, accepts deliveries"),
  payments: right("Sees amounts and receipts, pays and cancels"),
  mayOrder: right("Orders plans for the company"),
  people: right("Invites, changes and removes people, and has all other rights"),
};

/** Throws "invalid" for rights that would show neither orders nor payments. */
export function normalRights({ orders, payments, mayOrder, people }: CompanyRights): CompanyRights {
  if (people) return everyCompanyRight;
  if (orders || payments) return { orders, payments, mayOrder, people };
  const message = "Choose the orders or the payments, because somebody without both sees nothing.";
  throw new AppError("invalid", message, { issues: [{ path: "orders", message }] });
}

export const companyNameForm = z.strictObject({
  name: z
    .string("Enter the name of your company.")
    .transform(trimmed)
    .pipe(
      z
        .string()
        .min(1, "Enter the name of your company.")
        .max(80, "The name has at most 80 characters.")
        .refine((text) => isPlainText(text) && !/[\n\r]/.test(text), {
          error: "The name has characters that cannot be shown.",
        }),
    ),
});

/** Names the actor's company. Throws "forbidden" and "invalid". */
export async function renameCompany(
  { database, clock, companyOrders }: CompanyDependencies,
  actor: Actor,
  input: unknown,
): Promise<void> {
  requireSignedIn(actor);
  const { name } = parseOrThrow(companyNameForm, input);
  await database.write(async (tx) => {
    await lockCompanies(tx);
    const manager = await requireManager(tx, actor);
    await lockActorAccount(tx, manager.accountId);
    const id = await storeCompany(tx, manager.accountId, clock());
    await lockPeople(tx, [id]);
    await tx.updateTable("companies").set({ name }).where("id", "=", id).execute();
    await companyOrders.rename(tx, { id, name });
  });
}

export const companyRightsForm = z.strictObject(companyRightFields);

const lastManager =
  "Nobody else manages the people of your company. Give somebody else this right first.";

/** Changes what a colleague may see and do in the company. Throws "not-found" and "conflict". */
export async function changeCompanyRights(
  { database }: Pick<CompanyDependencies, "database">,
  actor: Actor,
  accountId: string,
  input: unknown,
): Promise<void> {
  requireSignedIn(actor);
  const rights = normalRights(parseOrThrow(companyRightsForm, input));
  await database.write(async (tx) => {
    await lockCompanies(tx);
    const manager = await requireManager(tx, actor);
    const { people } = await requireCompanyPerson(tx, companyOf(manager).id, accountId);
    if (!rights.people) requireManagerLeft(people, accountId, lastManager);
    await tx
      .updateTable("company_people")
      .set((set) => ({ ...rightRow(rights), version: set("version", "+", 1) }))
      .where("account_id", "=", accountId)
      .execute();
  });
}

/**
 * Removes a person from the actor's company and emails the person. The orders and messages of the
 * person stay. Throws "not-found" for somebody who has left already, and "conflict" for the actor
 * and for the last person who manages people.
 */
export async function removePerson(
  { database, clock, post }: EmailingDependencies,
  actor: Actor,
  accountId: string,
): Promise<{ readonly email: string }> {
  if (requireSignedIn(actor).accountId === accountId) {
    throw new AppError("conflict", "You cannot remove yourself. Leave the company instead.");
  }
  return database.write(async (tx) => {
    await lockCompanies(tx);
    const { id } = companyOf(await requireManager(tx, actor));
    const { person, people } = await requireCompanyPerson(tx, id, accountId);
    requireManagerLeft(people, accountId, lastManager);
    await lockAccount(tx, accountId);
    await startOwnCompany(tx, accountId, clock());
    await tellRemoved(tx, post, person, companyLabel(await nameOfCompany(tx, id), people));
    return { email: person.email };
  });
}

async function tellRemoved(
  tx: WriteTransaction,
  post: EmailingDependencies["post"],
  { accountId, email }: Pick<CompanyPerson, "accountId" | "email">,
  company: string,
): Promise<void> {
  await queueEmail(tx, post, {
    name: "removedFromCompany",
    recipient: email,
    values: { email, company },
    path: "/account",
    about: accountId,
  });
}

/**
 * Takes a person out of a company for the team, for example before the person gets a role. The
 * orders and messages of the person stay with the others; if nobody else manages the people, the
 * colleague who joined first does. Emails the person. Throws "forbidden", "not-found", and
 * "conflict" for somebody who has no colleagues.
 */
export async function takeOutOfCompany(
  { database, clock, post }: EmailingDependencies,
  actor: Actor,
  accountId: string,
): Promise<{ readonly email: string }> {
  requireRight(actor, "merge companies");
  return database.write(async (tx) => {
    await lockCompanies(tx);
    const { email } = await lockAccount(tx, accountId);
    const id = await companyOfAccount(tx, accountId);
    const people = await peopleOfCompany(tx, id);
    if (people.length < 2) {
      throw new AppError("conflict", `${email} is the only person of the company.`);
    }
    await handOverPeople(tx, accountId);
    await startOwnCompany(tx, accountId, clock());
    const others = people.filter((one) => one.accountId !== accountId);
    const label = companyLabel(await nameOfCompany(tx, id), others);
    await tellRemoved(tx, post, { accountId, email }, label);
    await audit(tx, actor, {
      action: "Remove person from company",
      subject: "company",
      subjectId: id,
      label,
      before: { account: accountId },
      after: null,
      at: clock(),
    });
    return { email };
  });
}

/**
 * Takes the actor out of the company. Throws "conflict" for the last person who manages people,
 * unless the actor is of the team and must not stay: then the colleague who joined first manages
 * the people.
 */
export async function leaveCompany(
  { database, clock }: Pick<CompanyDependencies, "database" | "clock">,
  actor: Actor,
): Promise<void> {
  const { accountId } = requirePerson(actor);
  await database.write(async (tx) => {
    await lockCompanies(tx);
    await lockActorAccount(tx, accountId);
    const people = await peopleOfCompany(tx, await companyOfAccount(tx, accountId));
    if (people.length < 2) {
      const reason = "You are the only person of your company, so you cannot leave it.";
      throw new AppError("conflict", reason);
    }
    if (people.some((one) => one.accountId === accountId && one.isOfTeam)) {
      await handOverPeople(tx, accountId);
    } else {
      requireManagerLeft(
        people,
        accountId,
        "Nobody else manages the people of your company. Give somebody else this right, then leave.",
      );
    }
    await startOwnCompany(tx, accountId, clock());
  });
}

/**
 * Prepares that an account is deleted or taken out of its company: if nobody else manages the
 * people, the colleague who joined first gets all rights. Requires `lockCompanies`.
 */
export async function handOverPeople(tx: WriteTransaction, accountId: string): Promise<void> {
  const people = await peopleOfCompany(tx, await companyOfAccount(tx, accountId));
  const others = people.filter((one) => one.accountId !== accountId && !one.isOfTeam);
  const [first] = others;
  if (first === undefined || others.some(({ rights }) => rights.people)) return;
  await tx
    .updateTable("company_people")
    .set((set) => ({ ...rightRow(everyCompanyRight), version: set("version", "+", 1) }))
    .where("account_id", "=", first.accountId)
    .execute();
}
