import type { Block } from "../../../content/model/define.ts";
import { editScreens, listScreens } from "../../../content/model/screens.ts";
import type { Actor } from "../../../policy/actor.ts";
import { may, mayInSomeRoom, type Right, type RoomRight } from "../../../policy/rights.ts";

/** Rights to the screens of the panel, by the beginning of their path. */
const rightsByPath: Readonly<Record<string, Right>> = {
  "/admin/demonstration-orders": "change demonstration orders",
  "/admin/payment-status": "update orders",
  "/order-payments": "see every order",
  "/admin/first-steps": "change settings",
  "/admin/test-mail": "change settings",
  "/admin/settings": "change settings",
  "/admin/content": "edit content",
  "/admin/find": "open the admin panel",
  "/admin/records": "edit content",
  "/admin/csv": "open the admin panel",
  "/admin/saved-tabs": "open the admin panel",
  "/admin/see-as": "open the admin panel",
  "/admin/view-site": "edit content",
  "/admin/site": "edit content",
  "/admin/share-preview": "edit content",
  "/media-library": "edit content",
  "/total-orders": "see every order",
  "/orders-board": "update orders",
  "/assignment-rules": "assign orders",
  "/payments": "see every order",
  "/outbox": "see mails",
  "/received-emails": "see mails",
  "/all-messages": "see messages",
  "/view": "see messages",
  "/all-subscriber": "see subscribers",
  "/site-checks": "see site checks",
  "/add-user": "see every user",
  "/admin-user": "see every user",
  "/roles": "open the admin panel",
  "/audit-log": "read the audit log",
  "/status": "see the status",
  "/people": "see customers",
  "/drafts": "edit content",
  "/trash": "see the trash",
  "/content-archive": "import content",
  "/setting": "edit content",
};

/**
 * Rights to the list and edit screens of blocks, by path. Most blocks need the right "edit
 * content"; the PayPal address needs "change where payments go".
 */
const rightsOfBlocks = new Map<string, Right>([
  ...listScreens.map(({ path, blocks: [block] }) => [path, rightOf(block)] as const),
  ...editScreens.map(({ path, block }) => [path, rightOf(block)] as const),
]);

function rightOf(block: Block | undefined): Right {
  return block?.changeRight ?? "edit content";
}

/**
 * Screens for the work on orders. Each screen opens for a person who has the given right to the
 * room of at least one order.
 */
const workScreens: Readonly<Record<string, RoomRight>> = {
  "/my-work": "see order rooms",
  "/admin/your-emails": "see order rooms",
  "/month-reports": "write month reports",
};

export function mayOpen(actor: Actor, path: string): boolean {
  if (path === "/admin") return may(actor, "see the dashboard");
  const work = Object.entries(workScreens).find(([screen]) => begins(path, screen));
  if (work !== undefined) return mayInSomeRoom(actor, work[1]);
  return may(actor, rightTo(path));
}

function rightTo(path: string): Right {
  const own = Object.entries(rightsByPath).find(([beginning]) => begins(path, beginning));
  if (own !== undefined) return own[1];
  const ofBlock = [...rightsOfBlocks].find(([beginning]) => beginning && begins(path, beginning));
  if (ofBlock !== undefined) return ofBlock[1];
  // An unknown path below `/admin` is answered with 404 inside the panel. Every other unlisted path
  // is the edit screen of a record at `/{id}`.
  return begins(path, "/admin") ? "open the admin panel" : "edit content";
}

function begins(path: string, beginning: string): boolean {
  return path === beginning || path.startsWith(`${beginning}/`);
}

/**
 * If `path` is the complete page of an order, returns the path of the screen with the part of the
 * order that the actor may see; otherwise null. Emails and lists link everybody to the complete
 * page.
 */
export function ownViewOf(actor: Actor, path: string): string | null {
  const id = /^\/admin\/payment-status\/([^/]+)$/.exec(path)?.[1];
  if (id === undefined) return null;
  const own = [`/my-work/${id}`, `/order-payments/${id}`];
  return own.find((view) => mayOpen(actor, view)) ?? null;
}

/** Candidates for the first screen of the panel. The first path that the actor may open wins. */
const firstScreens = ["/admin", "/my-work", "/admin/site", "/payments"];

export function firstScreenOf(actor: Actor): string {
  return firstScreens.find((path) => mayOpen(actor, path)) ?? "/account";
}
