import {
  nameOfCompany,
  peopleOfCompany,
  readMembership,
} from "#companies/company-people.server.ts";
import { teamAmong } from "#companies/team-apart.server.ts";
import { companyRecipients } from "#orders/company-recipients.server.ts";
import type { Queries } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { normalEmail } from "#platform/texts/email-address.ts";
import { companyOf } from "#policy/company.ts";
import type { Offer } from "./offer.ts";
import type { NewOfferForm } from "./offer-form.ts";
import type { OfferFor } from "./offer-store.server.ts";

/** Somebody who can get a link to an offer. */
export interface OfferPerson {
  /** Null for an address without an account. */
  readonly accountId: string | null;
  readonly email: string;
}

/**
 * The recipient that a form names. An address with an account means that account. Throws "invalid"
 * for the team, for somebody who cannot order, and for a company in which nobody can.
 */
export async function recipientIn(
  queries: Queries,
  { accountId, companyId, email, name }: NewOfferForm,
): Promise<OfferFor> {
  if (companyId !== "") {
    const company = await nameOfCompany(queries, companyId);
    const to = { email: "", name: "", accountId: null, companyId, companyName: company };
    if ((await peopleWhoAccept(queries, to)).length === 0) {
      throw fault("companyId", "Nobody of this company may order and see payments.");
    }
    return to;
  }
  const account = await queries
    .selectFrom("user")
    .leftJoin("account_profiles", "account_profiles.account_id", "user.id")
    .select(["user.id", "user.email", "user.name", "account_profiles.customer_name as saved"])
    .$if(accountId !== "", (query) => query.where("user.id", "=", accountId))
    .$if(accountId === "", (query) => query.where("user.email", "=", normalEmail(email)))
    .executeTakeFirst();
  const path = accountId === "" ? "email" : "accountId";
  if (account === undefined && accountId !== "") throw fault(path, "There is no such customer.");
  const person = { accountId: account?.id ?? null, email: account?.email ?? email };
  const refusal = await refusalFor(queries, person, null);
  if (refusal !== null) throw fault(path, refusal.toTeam);
  return {
    ...person,
    name: name || account?.saved || account?.name || "",
    companyId: null,
    companyName: "",
  };
}

/** The people who get a link to an offer: one person, or all of a company who may accept it. */
export async function peopleWhoAccept(
  queries: Queries,
  { accountId, companyId, email }: Pick<Offer, "accountId" | "companyId" | "email">,
): Promise<readonly OfferPerson[]> {
  if (companyId === null) return email === "" ? [] : [{ accountId, email }];
  const company = { accountId: companyId, companyId, customerEmail: "" };
  const stored = await peopleOfCompany(queries, companyId);
  if (stored.length === 0) {
    const founder = await queries
      .selectFrom("user")
      .select(["id", "email"])
      .where("id", "=", companyId)
      .executeTakeFirst();
    const isOfTeam = (await teamAmong(queries, [companyId])).size > 0;
    return founder === undefined || isOfTeam
      ? []
      : [{ accountId: founder.id, email: founder.email }];
  }
  const people = await companyRecipients(queries, company, "mayOrder");
  return people
    .filter(({ rights }) => rights.payments)
    .map((person) => ({ accountId: person.accountId, email: person.address }));
}

interface Refusal {
  readonly toCustomer: string;
  readonly toTeam: string;
}

/**
 * Why a person cannot accept an offer, for both sides; null if nothing speaks against it.
 * `ofCompany` is the company that the offer is for; null for an offer to the person.
 */
export async function refusalFor(
  queries: Queries,
  { accountId, email }: OfferPerson,
  ofCompany: { readonly id: string; readonly name: string } | null,
): Promise<Refusal | null> {
  const role = await queries
    .selectFrom("user_records")
    .select("id")
    .where("email_key", "=", normalEmail(email))
    .executeTakeFirst();
  if (role !== undefined) {
    return {
      toCustomer:
        "You are on the team of this site, so you cannot accept its offers. Nothing was ordered.",
      toTeam: `${email} is on the team of this site, and the team does not buy from itself.`,
    };
  }
  const account = await queries
    .selectFrom("user")
    .select("id")
    .$if(accountId !== null, (query) => query.where("id", "=", accountId ?? ""))
    .$if(accountId === null, (query) => query.where("email", "=", normalEmail(email)))
    .executeTakeFirst();
  if (account === undefined) return ofCompany === null ? null : notOf(email, ofCompany.name);
  const company = await readMembership(queries, { accountId: account.id, email });
  const { id, rights } = companyOf({ accountId: account.id, ...(company && { company }) });
  if (ofCompany !== null && id !== ofCompany.id) return notOf(email, ofCompany.name);
  if (rights.mayOrder && rights.payments) return null;
  const lacks = rights.mayOrder ? "see the payments of" : "order for";
  return {
    toCustomer: `You cannot ${lacks} your company, so a colleague has to accept this offer. Somebody who manages the people of your company can change that. Nothing was ordered.`,
    toTeam: `${email} cannot ${lacks} their company. Make the offer for the company instead.`,
  };
}

function notOf(email: string, company: string): Refusal {
  const name = company || "another company";
  return {
    toCustomer: `This offer is for ${name}, and you do not belong to it any more. Nothing was ordered.`,
    toTeam: `${email} does not belong to ${name} any more.`,
  };
}

function fault(path: string, message: string): AppError {
  return new AppError("invalid", message, { issues: [{ path, message }] });
}
