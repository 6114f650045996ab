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
import type { Post } from "#mail/mailer.ts";
import { queueEmail } from "#mail/queue-email.server.ts";
import type { Queries, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { bodyHashOf, withIdempotencyKey } from "#platform/idempotency.ts";
import { canBeId, newId } from "#platform/ids.ts";
import {
  countAttempt,
  type LimitedDependencies,
  limiterOf,
  networkOf,
  type Sender,
} from "#platform/rate-limit.ts";
import { emailField, isAccountEmail, normalEmail } from "#platform/texts/email-address.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { hashOfToken, newToken } from "#platform/tokens.ts";
import { type Actor, isOnTeam, isSignedIn } from "#policy/actor.ts";
import { type CompanyRights, companyOf } from "#policy/company.ts";
import { requirePerson } from "#policy/keys.ts";
import { requireInOwnCompany, requireSignedIn } from "#policy/rights.ts";
import {
  findLockedPerson,
  hashPassword,
  isConfirmed,
  lockActorAccount,
  markConfirmed,
  takeAccount,
} from "../accounts/accounts.server.ts";
import { roleOfEmail } from "../admins/user-records.ts";
import { requireGoodPassword } from "../sessions/credential-rules.ts";
import type { AccessDependencies, Credentials } from "../sessions/sign-in.ts";
import { companyLabel, joinCompany, requireManager } from "./membership.server.ts";
import {
  type CompanyDependencies,
  companyRightFields,
  normalRights,
  openInvitations,
  rightsOfRow,
} from "./own-company.ts";

const companyInvitationDays = 14;
const invitationMs = companyInvitationDays * 24 * 60 * 60 * 1000;
/** Maximum number of people and open invitations of a company, counted together. */
const mostPeople = 50;

export const companyInvitationForm = z.strictObject({
  email: emailField("Enter an email address such as name@example.com.").refine(
    isAccountEmail,
    "This address cannot have an account. Enter another one.",
  ),
  ...companyRightFields,
});

interface InviteDependencies extends CompanyDependencies, LimitedDependencies, Sender {
  readonly post: Post;
}

/**
 * Invites a person to the actor's company by email. An earlier invitation of the address by this
 * company is replaced. A repeated call with the same idempotency key and input sends no second
 * email. Throws "forbidden", "invalid", "conflict" for a person who already belongs to the company,
 * and "too-many".
 */
export async function inviteToCompany(
  dependencies: InviteDependencies,
  actor: Actor,
  input: unknown,
  idempotencyKey?: string,
): Promise<{ readonly id: string }> {
  const { database, clock, post } = dependencies;
  requireInOwnCompany(actor, "people");
  const { email, ...chosen } = parseOrThrow(companyInvitationForm, input);
  const rights = normalRights(chosen);
  // A transaction may run more than once, and each run must use the same token.
  const token = newToken();
  return database.write(async (tx) => {
    await lockCompanies(tx);
    const manager = await requireManager(tx, actor);
    const { accountId } = manager;
    const inviter = await lockActorAccount(tx, accountId);
    const at = clock();
    const bodyHash = bodyHashOf({ email, ...rights, invites: true });
    const key = { key: idempotencyKey, accountId, bodyHash, now: at };
    return withIdempotencyKey(tx, key, async () => {
      // Without this check, a stranger could register an address that belongs to somebody else, and
      // send invitations in that person's name.
      if (!inviter.emailVerified) {
        const reason = "Confirm your email address on your account page first, then invite people.";
        throw new AppError("conflict", reason);
      }
      const companyId = await storeCompany(tx, accountId, at);
      const people = await peopleOfCompany(tx, companyId);
      requireCompanyOfCustomers(people);
      requireNobodyYet(people, email);
      await tx
        .deleteFrom("company_invitations")
        .where("company_id", "=", companyId)
        .where((where) =>
          where.or([where("email_key", "=", normalEmail(email)), where("expires_at", "<=", at)]),
        )
        .execute();
      const open = await openInvitations(tx, companyId, at);
      if (people.length + open.length >= mostPeople) {
        const reason = `A company has at most ${mostPeople} people, including those who are invited.`;
        throw new AppError(
          "conflict",
          `${reason} Remove somebody or withdraw an invitation first.`,
        );
      }
      await countAttempt(tx, limiterOf(dependencies), invitationLimits(accountId, dependencies));
      const id = newId();
      await tx
        .insertInto("company_invitations")
        .values({
          id,
          company_id: companyId,
          email,
          email_key: normalEmail(email),
          ...rightRow(rights),
          token_hash: hashOfToken(token),
          invited_by: accountId,
          sent_at: at,
          expires_at: at + invitationMs,
        })
        .execute();
      const company = await nameOfCompany(tx, companyId);
      await queueEmail(tx, post, {
        name: "companyInvitation",
        recipient: email,
        values: {
          email,
          invitedBy: inviter.email,
          company: company || `the company of ${inviter.email}`,
        },
        path: `/company-invitation?token=${token}`,
      });
      return { id };
    });
  });
}

function invitationLimits(accountId: string, { clientAddress }: Sender) {
  const dayMs = 24 * 60 * 60_000;
  return [
    { name: "company-invitations", attempts: 30, windowMs: dayMs, countedFor: accountId },
    {
      name: "company-invitations-of-network",
      attempts: 100,
      windowMs: dayMs,
      countedFor: networkOf(clientAddress),
    },
  ];
}

/** Nobody could accept the invitation to the company of a person of the team. */
function requireCompanyOfCustomers(people: readonly CompanyPerson[]): void {
  const ofTeam = people.find(({ isOfTeam }) => isOfTeam);
  if (ofTeam === undefined) return;
  const reason = `${ofTeam.email} is on the team of this site, so nobody else can join the company.`;
  throw new AppError("conflict", `${reason} Give people a role under People of the team instead.`);
}

function requireNobodyYet(people: readonly CompanyPerson[], email: string): void {
  if (!people.some((one) => normalEmail(one.email) === normalEmail(email))) return;
  const message = `${email} is already in your company. Change the rights in the list above.`;
  throw new AppError("conflict", message, { issues: [{ path: "email", message }] });
}

/** Withdraws an invitation of the actor's company. A repeated call changes nothing. */
export async function withdrawCompanyInvitation(
  { database }: Pick<CompanyDependencies, "database">,
  actor: Actor,
  id: string,
): Promise<void> {
  requireInOwnCompany(actor, "people");
  if (!canBeId(id)) throw new AppError("not-found", "There is no such invitation.");
  await database.write(async (tx) => {
    await lockCompanies(tx);
    const manager = await requireManager(tx, actor);
    await tx
      .deleteFrom("company_invitations")
      .where("id", "=", id)
      .where("company_id", "=", companyOf(manager).id)
      .execute();
  });
}

interface Invitation {
  readonly id: string;
  readonly companyId: string;
  readonly company: string;
  readonly email: string;
  readonly invitedBy: string;
  readonly inviterId: string;
  readonly rights: CompanyRights;
}

async function findInvitation(queries: Queries, token: string, now: number): Promise<Invitation> {
  const row = await queries
    .selectFrom("company_invitations as invitation")
    .innerJoin("companies", "companies.id", "invitation.company_id")
    .leftJoin("user", "user.id", "invitation.invited_by")
    .selectAll("invitation")
    .select(["companies.name", "user.email as inviter"])
    .where("token_hash", "=", hashOfToken(token))
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (row === undefined) {
    const reason = "This invitation has been used, replaced or withdrawn, or has expired.";
    throw new AppError("not-found", `${reason} Ask the person who invited you for a new one.`);
  }
  const people = await peopleOfCompany(queries, row.company_id);
  return {
    id: row.id,
    companyId: row.company_id,
    company: companyLabel(row.name, people),
    email: row.email,
    invitedBy: row.inviter ?? "",
    inviterId: row.invited_by,
    rights: rightsOfRow(row),
  };
}

/** Effect of accepting an invitation on the person's present company. */
type Move =
  /** The person has no orders. */
  | { readonly kind: "joins" }
  /** The person is alone, and the orders of their company move along. */
  | { readonly kind: "merges"; readonly orders: number }
  /**
   * The person has colleagues in the present company and leaves the company; its orders stay with
   * the colleagues.
   */
  | { readonly kind: "leaves"; readonly company: string }
  /** The person cannot accept; `reason` is a sentence. */
  | { readonly kind: "refused"; readonly reason: string };

export interface ShownInvitation {
  readonly company: string;
  readonly email: string;
  readonly invitedBy: string;
  readonly rights: CompanyRights;
  /**
   * - accept: the invited person is signed in
   * - log-in: the invited person has an account
   * - other-account: somebody else is signed in
   * - set-password: the invited person has no confirmed account
   */
  readonly step: "accept" | "log-in" | "other-account" | "set-password";
  /** Null unless the step is "accept". */
  readonly move: Move | null;
}

/** Returns an invitation without using the invitation up. Throws "not-found". */
export async function readCompanyInvitation(
  { database: { read }, clock, companyOrders }: CompanyDependencies,
  actor: Actor,
  token: string,
): Promise<ShownInvitation> {
  const invitation = await findInvitation(read, token, clock());
  const { company, email, invitedBy, rights } = invitation;
  const isInvited = isSignedIn(actor) && normalEmail(actor.email) === normalEmail(email);
  const step = isInvited
    ? "accept"
    : isSignedIn(actor)
      ? "other-account"
      : (await isConfirmed(read, email))
        ? "log-in"
        : "set-password";
  const move = isInvited ? await moveOf(read, companyOrders, actor, invitation) : null;
  return { company, email, invitedBy, rights, step, move };
}

async function moveOf(
  queries: Queries,
  companyOrders: CompanyDependencies["companyOrders"],
  actor: Actor,
  { companyId, company }: Invitation,
): Promise<Move> {
  const { accountId } = requireSignedIn(actor);
  if (isOnTeam(actor)) {
    const reason =
      "You are on the team of this site, so you cannot join the company of a customer. Ask for an invitation to another address.";
    return { kind: "refused", reason };
  }
  const own = await companyOfAccount(queries, accountId);
  if (own === companyId) {
    return { kind: "refused", reason: `You already belong to ${company}.` };
  }
  const people = await peopleOfCompany(queries, own);
  if (people.length < 2) {
    const orders = await companyOrders.count(queries, own);
    return orders === 0 ? { kind: "joins" } : { kind: "merges", orders };
  }
  const name = companyLabel(await nameOfCompany(queries, own), people);
  const others = people.filter((one) => one.accountId !== accountId);
  if (!others.some(({ rights }) => rights.people)) {
    const reason = `Nobody else manages the people of ${name}. Give this right to somebody else there first.`;
    return { kind: "refused", reason };
  }
  return { kind: "leaves", company: name };
}

interface AcceptDependencies extends CompanyDependencies {
  readonly access: AccessDependencies;
}

export const acceptCompanyForm = z.strictObject({
  token: z.string("Open the link in the email.").max(200),
  password: z.string().optional().meta({
    description: "For an address without a confirmed account, which gets this password",
  }),
  understood: z
    .literal("yes")
    .optional()
    .meta({ description: "Needed when the orders of the person's company move along" }),
});

/**
 * Accepts an invitation. A signed-in person joins the company. For an invited person without a
 * confirmed account, creates or verifies the account with the given password, and returns the
 * credentials to sign in with. Throws "not-found" for an invitation that has ended,
 * "unauthenticated" when the invited person has an account and must log in first, "invalid" at
 * `password` and `understood`, and "conflict" with the reason why the person cannot join.
 */
export async function acceptCompanyInvitation(
  dependencies: AcceptDependencies,
  actor: Actor,
  input: unknown,
): Promise<Credentials | null> {
  const { access, database, clock, companyOrders } = dependencies;
  if (isSignedIn(actor)) requirePerson(actor);
  const { token, password = "", understood } = parseOrThrow(acceptCompanyForm, input);
  const { step, email } = await readCompanyInvitation(dependencies, actor, token);
  if (step === "log-in") {
    throw new AppError("unauthenticated", `${email} already has an account. Log in to accept.`);
  }
  if (step === "other-account") {
    const reason = `This invitation is for ${email}. Sign out, then open the link in the email again.`;
    throw new AppError("conflict", reason);
  }
  const isNew = step === "set-password";
  if (isNew) await requireGoodPassword(password, access.passwordMinLength, "password");
  const hash = isNew ? await hashPassword(access.authentication, password) : "";
  await database.write(async (tx) => {
    await lockCompanies(tx);
    const invitation = await spendInvitation(tx, token, clock());
    if (isNew && (await isConfirmed(tx, email))) {
      throw new AppError("conflict", `${email} now has an account. Log in to accept.`);
    }
    if (isNew) await takeAccount(tx, access.waysIn, email, hash);
    const account = await accountOf(tx, isNew ? null : requireSignedIn(actor).accountId, email);
    // `moveOf` refuses a person on the team. An address with a role counts as on the team already,
    // because accepting confirms the address, and then the account gets the role.
    const role = await roleOfEmail(tx, email);
    const person: Actor =
      role === null
        ? { kind: "customer", accountId: account.accountId, email }
        : { kind: "staff", role: "Worker", accountId: account.accountId, email };
    const move = await moveOf(tx, companyOrders, person, invitation);
    if (move.kind === "refused") throw new AppError("conflict", move.reason);
    if (move.kind === "merges") {
      if (understood !== "yes") throw ordersMove(move.orders, invitation.company);
      const own = await companyOfAccount(tx, account.accountId);
      const name = await nameOfCompany(tx, invitation.companyId);
      await companyOrders.move(tx, own, { id: invitation.companyId, name });
    }
    await joinCompany(tx, {
      companyId: invitation.companyId,
      accountId: account.accountId,
      at: clock(),
      rights: invitation.rights,
      invitedBy: invitation.inviterId,
    });
    // The emailed link proves the address.
    await markConfirmed(tx, account, clock());
  });
  return isNew ? { email, password } : null;
}

/** Deletes the invitation. Of several simultaneous calls, only one gets the invitation. */
async function spendInvitation(
  tx: WriteTransaction,
  token: string,
  now: number,
): Promise<Invitation> {
  const invitation = await findInvitation(tx, token, now);
  await tx.deleteFrom("company_invitations").where("id", "=", invitation.id).execute();
  return invitation;
}

async function accountOf(tx: WriteTransaction, accountId: string | null, email: string) {
  const row =
    accountId === null
      ? await tx
          .selectFrom("user")
          .select("id")
          .where("email", "=", normalEmail(email))
          .executeTakeFirstOrThrow()
      : { id: accountId };
  const person = await findLockedPerson(tx, row.id);
  if (person !== undefined) return person;
  throw new AppError("unauthenticated", "This account has just been deleted. Nothing was saved.");
}

function ordersMove(orders: number, company: string): AppError {
  const what = orders === 1 ? "Your order moves" : `Your ${orders} orders move`;
  const message = `${what} to ${company}. Tick the box to confirm.`;
  return new AppError("invalid", message, { issues: [{ path: "understood", message }] });
}
