import { AppError } from "../platform/errors.ts";
import type { Actor, LinkActor, RequestPerson } from "./actor.ts";
import type { CompanyRight } from "./company.ts";
import { mayInCompany, type OfCompany } from "./rights.ts";

/** What a link in an email opens without a login. Each link opens one of these for one order. */
export const linkPurposes = ["room", "brief", "delivery", "payment"] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

interface LinkRule {
  readonly purposes: readonly LinkPurpose[];
  /** Right that the person of the link needs in the company of the order, at each request. */
  readonly right: CompanyRight;
  /** True for everything that costs money or settles an order: a code sent by email comes first. */
  readonly needsCode: boolean;
}

/** All that the holder of a link may do. Every other operation sees somebody who is not signed in. */
const linkRights = {
  "read the room": { purposes: ["room"], right: "orders", needsCode: false },
  "read the delivery": { purposes: ["room", "delivery"], right: "orders", needsCode: false },
  "download files": { purposes: ["room"], right: "orders", needsCode: false },
  "answer the brief": { purposes: ["brief"], right: "orders", needsCode: false },
  "accept the delivery": { purposes: ["delivery"], right: "orders", needsCode: true },
  "see the payment": { purposes: ["payment"], right: "payments", needsCode: false },
  "pay the order": { purposes: ["payment"], right: "payments", needsCode: true },
} as const satisfies Record<string, LinkRule>;

export type LinkRight = keyof typeof linkRights;

/** Right in the company of the order without which a link for this purpose opens nothing. */
export const companyRightOf: Readonly<Record<LinkPurpose, CompanyRight>> = {
  room: "orders",
  brief: "orders",
  delivery: "orders",
  payment: "payments",
};

export function mayByLink(actor: Actor, right: LinkRight): actor is LinkActor {
  if (actor.kind !== "link") return false;
  const { purposes, needsCode }: LinkRule = linkRights[right];
  return purposes.includes(actor.purpose) && (actor.isProven || !needsCode);
}

/** The person of a link, for one operation that `customerOfLink` has allowed. */
export type LinkCustomer = RequestPerson & { readonly kind: "customer" };

/**
 * The customer in whose name the holder of a link does one thing with the link's own order. Throws
 * "unauthenticated" for everybody else, "not-found" for another order and for a person who has lost
 * the right, and "forbidden" with `codeRequired` before the code of the email was entered.
 */
export function customerOfLink(
  actor: Actor,
  right: LinkRight,
  order: OfCompany & { readonly id: string },
): LinkCustomer {
  if (actor.kind !== "link") throw linkEnded();
  const { purposes, needsCode, right: inCompany }: LinkRule = linkRights[right];
  const { accountId, email, company } = actor;
  const person: LinkCustomer = { kind: "customer", accountId, email, ...(company && { company }) };
  if (order.id !== actor.orderId || !mayInCompany(person, inCompany, order)) {
    throw new AppError("not-found", "There is no such order.");
  }
  if (!purposes.includes(actor.purpose)) {
    throw new AppError("forbidden", "This link does not open that. Log in to do it.");
  }
  if (needsCode && !actor.isProven) {
    throw new AppError("forbidden", "Enter the code that we sent you by email first.", {
      extra: { codeRequired: true },
    });
  }
  return person;
}

export function linkEnded(): AppError {
  const reason = "This link has expired, or was revoked or replaced.";
  return new AppError("unauthenticated", `${reason} Log in to see your orders.`);
}
