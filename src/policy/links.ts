import { AppError } from "../platform/errors.ts";
import type { Actor, LinkActor, RequestPerson } from "./actor.ts";
import type { CompanyRight } from "./company.ts";
import { mayInCompany, type OfCompany } from "./rights.ts";

/**
 * Purposes of links in emails, which work without a login. Each link has one purpose and one order.
 */
export const linkPurposes = [
  "room",
  "brief",
  "delivery",
  "payment",
  "nextMonth",
  "subscription",
  "decline",
  "invoice",
] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

interface LinkRule {
  readonly purposes: readonly LinkPurpose[];
  /** Right that the person needs in the company of the order; checked at each request. */
  readonly right: CompanyRight;
  /**
   * True for an action that costs money or settles an order: the person must first enter an emailed
   * code.
   */
  readonly needsCode: boolean;
}

/** The actions that links allow. Other operations treat the holder of a link like a visitor. */
const linkRights = {
  "read the room": { purposes: ["room"], right: "orders", needsCode: false },
  "read the delivery": { purposes: ["room", "delivery"], right: "orders", needsCode: false },
  "download files": { purposes: ["room"], right: "orders", needsCode: false },
  "answer the brief": { purposes: ["brief"], right: "orders", needsCode: false },
  "accept the delivery": { purposes: ["delivery"], right: "orders", needsCode: true },
  "see the payment": { purposes: ["payment"], right: "payments", needsCode: false },
  "pay the order": { purposes: ["payment"], right: "payments", needsCode: true },
  "see the next month": { purposes: ["nextMonth"], right: "payments", needsCode: false },
  "order the next month": { purposes: ["nextMonth"], right: "payments", needsCode: true },
  // Cancels an order that is not paid. No code, but a second press: it costs nothing.
  "decline the order": { purposes: ["decline"], right: "payments", needsCode: false },
  "see the invoices": { purposes: ["invoice"], right: "payments", needsCode: false },
  "see the subscription": { purposes: ["subscription"], right: "payments", needsCode: false },
  "cancel the subscription": { purposes: ["subscription"], right: "payments", needsCode: true },
} as const satisfies Record<string, LinkRule>;

export type LinkRight = keyof typeof linkRights;

/** Right in the company of the order without which a link for this purpose opens nothing. */
export const companyRightOf: Readonly<Record<LinkPurpose, CompanyRight>> = {
  room: "orders",
  brief: "orders",
  delivery: "orders",
  payment: "payments",
  nextMonth: "payments",
  subscription: "payments",
  decline: "payments",
  invoice: "payments",
};

export function mayByLink(actor: Actor, right: LinkRight): actor is LinkActor {
  if (actor.kind !== "link") return false;
  const { purposes, needsCode }: LinkRule = linkRights[right];
  return purposes.includes(actor.purpose) && (actor.isProven || !needsCode);
}

/** The person of a link, for one operation that `customerOfLink` has allowed. */
export type LinkCustomer = RequestPerson & { readonly kind: "customer" };

/**
 * Returns the customer in whose name the holder of a link acts on the order of the link. Throws
 * "unauthenticated" for any other actor, "not-found" for another order and for a person who has
 * lost the right, and "forbidden" with `codeRequired` until the person has entered the emailed
 * code.
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
