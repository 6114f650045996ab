import { AppError } from "../platform/errors.ts";
import { type Actor, isOnTeam, isSignedIn, type SignedInActor } from "./actor.ts";
import { type CompanyRight, companyOf } from "./company.ts";
import type { StaffRole } from "./roles.ts";
import { isSensitive } from "./sensitive.ts";

/** The roles with a right. Admins and the program itself have every right. */
type Holders = readonly StaffRole[] | "everybody who is signed in";

const onlyAdmins: Holders = [];
const theWholeTeam: Holders = ["Manager", "Worker", "Writer", "Editor", "Accountant"];

const rights = {
  "open the admin panel": theWholeTeam,
  "see the dashboard": ["Manager"],
  "edit content": ["Writer", "Editor"],
  "publish content": ["Editor"],
  "change where payments go": onlyAdmins,
  "read private content": ["Writer", "Editor"],
  "see every order": ["Manager", "Accountant"],
  "update orders": ["Manager"],
  "assign orders": ["Manager"],
  "see offers": ["Manager", "Accountant"],
  "make offers": ["Manager"],
  "see assignment rules": ["Manager"],
  "see coupons": ["Manager", "Accountant"],
  "see the books": ["Manager", "Accountant"],
  "keep the books": ["Accountant"],
  "give discounts": ["Manager"],
  "see invoices": ["Manager", "Accountant"],
  "issue invoices": ["Manager"],
  "import content": onlyAdmins,
  "change demonstration orders": onlyAdmins,
  "refund payments": onlyAdmins,
  "decline refunds": onlyAdmins,
  "record payments": onlyAdmins,
  "decide about payments": onlyAdmins,
  "see messages": ["Manager"],
  "update messages": ["Manager"],
  "see subscribers": ["Manager"],
  "update subscribers": ["Manager"],
  "see the trash": ["Manager", "Writer", "Editor"],
  "see mails": ["Manager"],
  "send mails": ["Manager"],
  "see site checks": ["Manager"],
  "check websites": ["Manager"],
  "see customers": ["Manager"],
  "update customers": ["Manager"],
  "merge companies": ["Manager"],
  "delete accounts": onlyAdmins,
  "download personal data": onlyAdmins,
  "download the list of customers": ["Manager"],
  "see every user": onlyAdmins,
  "update users": onlyAdmins,
  "read the audit log": onlyAdmins,
  "see backups": onlyAdmins,
  "make backups": onlyAdmins,
  "download backups": onlyAdmins,
  "see the status": onlyAdmins,
  "see settings": onlyAdmins,
  "change settings": onlyAdmins,
  "choose own notifications": ["Manager", "Worker", "Accountant"],
  "create API keys": "everybody who is signed in",
  "change own email": "everybody who is signed in",
  "place orders": "everybody who is signed in",
  "ask for refunds": "everybody who is signed in",
  "give testimonials": "everybody who is signed in",
  "answer deliveries": "everybody who is signed in",
  "answer briefs": "everybody who is signed in",
} as const satisfies Record<string, Holders>;

export type Right = keyof typeof rights;

/**
 * Whether the right only reads, judged by the verb of its name. A read-only API key has no other
 * rights.
 */
const changesNothing = (right: Right | RoomRight) => /^(see|read|open) /.test(right);

/**
 * Rights to order rooms: roles that have the right for every order, and roles that have the right
 * only for assigned orders.
 */
const roomRights = {
  "see order rooms": { everyOrder: ["Manager"], assignedOrders: ["Worker"] },
  "write order messages": { everyOrder: ["Manager"], assignedOrders: ["Worker"] },
  "write order notes": { everyOrder: ["Manager"], assignedOrders: ["Worker"] },
  "handle briefs": { everyOrder: ["Manager"], assignedOrders: ["Worker"] },
  "write month reports": { everyOrder: ["Manager"], assignedOrders: ["Worker"] },
  "deliver orders": { everyOrder: ["Manager"], assignedOrders: ["Worker"] },
  "show order passwords": { everyOrder: ["Manager"], assignedOrders: ["Worker"] },
  "use calendar addresses": { everyOrder: ["Manager"], assignedOrders: ["Worker"] },
} as const satisfies Record<
  string,
  { everyOrder: readonly StaffRole[]; assignedOrders: readonly StaffRole[] }
>;

export type RoomRight = keyof typeof roomRights;

/** The facts of an order on which the rights to its room depend. */
export interface Assignable {
  /** Account of the person who works on the order; null while nobody is assigned. */
  readonly assigneeId: string | null;
}

export const permissionDenied = "You don't have any permission";

const secondFactorFirst =
  "The owner requires a second factor from the team. Switch yours on under Security on your account page, then try again.";

const beyondKey = "This API key may not do this.";

const confirmAgainFirst = "Nothing was changed yet. Confirm that it is you, then send this again.";

export function may(actor: Actor, right: Right): boolean {
  const holders: Holders = rights[right];
  if (isBeyondKey(actor, right)) return false;
  if (hasEveryRight(actor)) return true;
  if (holders === "everybody who is signed in") return isSignedIn(actor);
  return hasRights(actor) && holders.includes(actor.role);
}

export function mayInEveryRoom(actor: Actor, right: RoomRight): boolean {
  if (isBeyondKey(actor, right)) return false;
  if (hasEveryRight(actor)) return true;
  const { everyOrder }: { everyOrder: readonly StaffRole[] } = roomRights[right];
  return hasRights(actor) && everyOrder.includes(actor.role);
}

export function mayInRoom(actor: Actor, right: RoomRight, { assigneeId }: Assignable): boolean {
  if (mayInEveryRoom(actor, right)) return true;
  return mayInAssignedRooms(actor, right) && assigneeId === actor.accountId;
}

export function mayInAssignedRooms(
  actor: Actor,
  right: RoomRight,
): actor is Extract<Actor, { kind: "staff" }> {
  const { assignedOrders }: { assignedOrders: readonly StaffRole[] } = roomRights[right];
  return !isBeyondKey(actor, right) && hasRights(actor) && assignedOrders.includes(actor.role);
}

export function mayInSomeRoom(actor: Actor, right: RoomRight): boolean {
  return mayInEveryRoom(actor, right) || mayInAssignedRooms(actor, right);
}

/** The facts of an order on which the rights of customers depend. */
export interface OfCompany {
  readonly companyId: string;
}

/** Whether the actor belongs to the company as a customer and has the right there. */
export function mayInCompany(actor: Actor, right: CompanyRight, { companyId }: OfCompany): boolean {
  return isSignedIn(actor) && companyOf(actor).id === companyId && companyOf(actor).rights[right];
}

export function mayInOwnCompany(actor: Actor, right: CompanyRight): boolean {
  return isSignedIn(actor) && companyOf(actor).rights[right];
}

/** Throws "unauthenticated", and "forbidden" with a sentence for somebody without the right. */
export function requireInOwnCompany(actor: Actor, right: CompanyRight): SignedInActor {
  const person = requireSignedIn(actor);
  if (!mayInOwnCompany(actor, right)) {
    throw new AppError("forbidden", reasonWithoutCompanyRight(actor, right));
  }
  if (isSensitive(right)) requireConfirmed(actor);
  return person;
}

/** The sentence for a person who does not have the right in their company. */
export function reasonWithoutCompanyRight(actor: Actor, right: CompanyRight): string {
  return isOnTeam(actor) ? teamInCompany : withoutCompanyRight[right];
}

const teamInCompany =
  "You are on the team of this site, but share a company or orders with a customer, so you cannot act as a customer. Leave the company on your account page, or ask an owner of the site to separate you.";

const withoutCompanyRight: Readonly<Record<CompanyRight, string>> = {
  orders:
    "You do not see the orders of your company. Somebody who manages its people can change that.",
  payments:
    "You do not see the payments of your company. Somebody who manages its people can change that.",
  mayOrder: "You cannot order for your company. Somebody who manages its people can change that.",
  people: "Only somebody who manages the people of your company can do this.",
};

/**
 * Throws "unauthenticated" for a visitor, "forbidden" for everybody else without the right, and
 * "forbidden" with `confirmationRequired` for a sensitive right without a recent confirmation.
 */
export function requireRight(actor: Actor, right: Right): void {
  if (!may(actor, right)) throw refusalOf(actor);
  if (isSensitive(right)) requireConfirmed(actor);
}

/**
 * Requires the right to the room of at least one order. An operation calls this before it looks for
 * the order, and `mayInRoom` after it has found the order. Throws like `requireRight`.
 */
export function requireRoomRight(actor: Actor, right: RoomRight): void {
  if (!mayInSomeRoom(actor, right)) throw refusalOf(actor);
  if (isSensitive(right)) requireConfirmed(actor);
}

/** Requires the right to the rooms of all orders. Throws like `requireRight`. */
export function requireRightInEveryRoom(actor: Actor, right: RoomRight): void {
  if (!mayInEveryRoom(actor, right)) throw refusalOf(actor);
  if (isSensitive(right)) requireConfirmed(actor);
}

/** Requires the right for any account but the actor's own. Throws like `requireRight`. */
export function requireOwnOr(actor: Actor, accountId: string, right: Right): void {
  if (isSignedIn(actor) && actor.accountId === accountId) return;
  requireRight(actor, right);
}

/** Throws "unauthenticated" for an actor who is not signed in. */
export function requireSignedIn(actor: Actor): SignedInActor {
  if (!isSignedIn(actor)) throw signInFirst();
  return actor;
}

/**
 * Requires that the session has signed in or confirmed again within the last ten minutes, so that a
 * browser left open is not enough. An API key never counts as confirmed. The program itself needs
 * no confirmation. Throws "unauthenticated", and "forbidden" with `confirmationRequired`.
 */
function requireConfirmed(actor: Actor): void {
  if (actor.kind === "system") return;
  if (requireSignedIn(actor).key !== undefined) throw new AppError("forbidden", beyondKey);
  if (isConfirmed(actor)) return;
  throw new AppError("forbidden", confirmAgainFirst, { extra: { confirmationRequired: true } });
}

/** Whether the session may use sensitive rights now. */
export function isConfirmed(actor: Actor): boolean {
  if (actor.kind === "system") return true;
  return isSignedIn(actor) && actor.key === undefined && actor.confirmedRecently === true;
}

/** True for a person of the team who has not switched on the required second factor in time. */
export function isWithoutSecondFactor(actor: Actor): boolean {
  return isOnTeam(actor) && actor.missingSecondFactor?.isOverdue === true;
}

function isBeyondKey(actor: Actor, right: Right | RoomRight): boolean {
  const key = isSignedIn(actor) ? actor.key : undefined;
  if (key === undefined) return false;
  const isRefused = isSensitive(right) || right === "see settings";
  return isRefused || (key.isReadOnly && !changesNothing(right));
}

function hasEveryRight(actor: Actor): boolean {
  return (actor.kind === "admin" && !isWithoutSecondFactor(actor)) || actor.kind === "system";
}

function hasRights(actor: Actor): actor is Extract<Actor, { kind: "staff" }> {
  return actor.kind === "staff" && !isWithoutSecondFactor(actor);
}

function refusalOf(actor: Actor): AppError {
  if (actor.kind === "visitor" || actor.kind === "link") return signInFirst();
  const reason = isWithoutSecondFactor(actor)
    ? secondFactorFirst
    : isSignedIn(actor) && actor.key
      ? beyondKey
      : permissionDenied;
  return new AppError("forbidden", reason);
}

function signInFirst(): AppError {
  return new AppError("unauthenticated", "Log in to do this.");
}

/**
 * Names of the rights that a role has in general, in all rooms, and in the rooms of assigned
 * orders. Leaves out the rights of everybody who is signed in.
 */
export function rightsOf(role: StaffRole) {
  const general = (Object.entries(rights) as [Right, Holders][]).flatMap(([right, holders]) =>
    holders !== "everybody who is signed in" && holders.includes(role) ? [right] : [],
  );
  const scopes = Object.entries(roomRights) as [
    RoomRight,
    { everyOrder: readonly StaffRole[]; assignedOrders: readonly StaffRole[] },
  ][];
  return {
    general,
    inEveryRoom: scopes.flatMap(([right, { everyOrder }]) =>
      everyOrder.includes(role) ? [right] : [],
    ),
    inAssignedRooms: scopes.flatMap(([right, { assignedOrders }]) =>
      assignedOrders.includes(role) ? [right] : [],
    ),
  };
}
