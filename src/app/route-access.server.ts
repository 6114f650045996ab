import type { Register } from "react-router";
import type { Block } from "../content/model/define.ts";
import { editScreens, listScreens } from "../content/model/screens.ts";
import type { Actor } from "../policy/actor.ts";
import { may, mayInSomeRoom, type Right, type RoomRight } from "../policy/rights.ts";

/**
 * Who may run the loader and the action of a route: everyone, a person of the team with a right, or
 * a person of the team with a right to the room of at least one order. The pages that everyone may
 * run, such as those of a customer's orders, check in their operations what they show to whom.
 */
export type Access = "everyone" | Right | { readonly inSomeRoom: RoomRight };

const orderRooms: Access = { inSomeRoom: "see order rooms" };
const monthReports: Access = { inSomeRoom: "write month reports" };

type RouteFiles = Register["routeFiles"];
/** Path patterns of all routes, from the types that React Router generates of `routes.ts`. */
type Pattern = keyof Register["pages"];
type ContentFile =
  | "admin/site/content/list/list-screen.tsx"
  | "admin/site/content/record/record-screen.tsx";
type ContentPattern = RouteFiles[ContentFile]["page"];

/**
 * Every route of `routes.ts` except the screens of content, by its path pattern. A route without a
 * line does not compile, and `server/guard-routes.ts` refuses it.
 */
const ownAccess: Readonly<Record<Exclude<Pattern, ContentPattern>, Access>> = {
  "/": "everyone",
  "/service": "everyone",
  "/pricing": "everyone",
  "/contact": "everyone",
  "/contact-us": "everyone",
  "/privacy": "everyone",
  "/terms": "everyone",
  "/refunds": "everyone",
  "/sample-month": "everyone",
  "/sample-delivery": "everyone",
  "/sample-check": "everyone",
  "/seo-check": "everyone",
  "/seo-check/confirm": "everyone",
  "/seo-check/:key": "everyone",
  "/seo-check/:key/report.pdf": "everyone",
  "/seo-check/:key/share.png": "everyone",
  "/thanks": "everyone",
  "/subscribe": "everyone",
  "/subscribed": "everyone",
  "/confirm-subscription": "everyone",
  "/unsubscribe": "everyone",
  "/robots.txt": "everyone",
  "/sitemap.xml": "everyone",
  "/llms.txt": "everyone",
  "/manifest.webmanifest": "everyone",
  "/indexnow-key.txt": "everyone",
  "/share/:picture": "everyone",
  "/icons/:file": "everyone",
  "/patterns/:pattern": "everyone",
  "/articles": "everyone",
  "/articles/feed.xml": "everyone",
  "/-/articles": "everyone",
  "/-/page": "everyone",
  "/-/article": "everyone",
  "/*": "everyone",

  "/login": "everyone",
  "/login/code": "everyone",
  "/register": "everyone",
  "/sign-out": "everyone",
  "/reset": "everyone",
  "/set-up": "everyone",
  "/invitation": "everyone",
  "/company-invitation": "everyone",
  "/verify-address": "everyone",
  "/goodbye": "everyone",
  "/account": "everyone",
  "/account/profile": "everyone",
  "/billing": "everyone",
  "/account/email": "everyone",
  "/confirm-email-change": "everyone",
  "/account/emails": "everyone",
  "/account/password": "everyone",
  "/account/security": "everyone",
  "/account/confirm": "everyone",
  "/account/security/codes": "everyone",
  "/account/security/keys": "everyone",
  "/account/security/passkeys": "everyone",
  "/account/company": "everyone",
  "/account/company/leave": "everyone",
  "/account/company/people/:accountId": "everyone",
  "/account/sessions": "everyone",
  "/account/data": "everyone",
  "/account/delete": "everyone",

  "/order-now/:packageId": "everyone",
  "/my-order": "everyone",
  "/pending-order": "everyone",
  "/my-order/:orderId": "everyone",
  "/my-order/:orderId/files/:fileId": "everyone",
  "/my-order/:orderId/brief": "everyone",
  "/my-order/:orderId/months": "everyone",
  "/my-order/:orderId/details": "everyone",
  "/my-plan/:subscriptionId": "everyone",
  "/my-order/:orderId/next-month": "everyone",
  "/my-order/:orderId/months/:month": "everyone",
  "/my-order/:orderId/months/:month/report.pdf": "everyone",
  "/my-order/:orderId/invoice/:number": "everyone",
  "/my-order/:orderId/invoice/:number/:kind": "everyone",
  "/my-order/:orderId/pro-forma.pdf": "everyone",
  "/report/:token": "everyone",
  "/report/:token/report.pdf": "everyone",
  "/order-link": "everyone",
  "/order-link/open": "everyone",
  "/order-link/files/:fileId": "everyone",
  "/order-link/invoice/:number/:kind": "everyone",
  "/offer": "everyone",
  "/offer/open": "everyone",
  "/dashboard": "everyone",
  "/pay-now/:orderId": "everyone",
  "/order-cancelled/:orderId": "everyone",
  "/received-payment/:orderId": "everyone",
  // Calendar programs read this address without a login; it contains a signature.
  "/calendar/:file": "everyone",

  "/admin": "see the dashboard",
  "/admin/*": "open the admin panel",
  "/admin/find": "open the admin panel",
  "/admin/records": "open the admin panel",
  "/admin/see-as": "open the admin panel",
  "/roles": "open the admin panel",
  "/admin/saved-tabs": "open the admin panel",
  // The operation of each list checks the right to the list.
  "/admin/csv/:list": "open the admin panel",

  "/total-orders": "see every order",
  "/orders-board": "update orders",
  "/assignment-rules": "assign orders",
  "/admin/payment-status/:orderId": "update orders",
  "/order-payments/:orderId": "see every order",
  "/payments": "see every order",
  "/statements": "see the books",
  "/statements/:fileId": "see the books",
  "/statements/sandbox/:form": "see the books",
  "/months": "see the books",
  "/months/:month": "see the books",
  "/months/:month/books.zip": "see the books",
  "/settings/accounts": "keep the books",
  "/subscriptions": "see every order",
  "/admin/offers": "see offers",
  "/admin/offers/new": "make offers",
  "/admin/offers/:offerId": "see offers",
  "/admin/offers/:offerId/preview": "see offers",
  "/invoices": "see invoices",
  "/invoices/:invoiceId": "see invoices",
  "/coupons": "see coupons",
  "/coupons/new": "give discounts",
  "/coupons/:couponId": "see coupons",
  "/subscriptions/prices/:packageId": "see every order",
  "/subscriptions/:subscriptionId": "see every order",
  "/admin/demonstration-orders": "change demonstration orders",
  "/my-work": orderRooms,
  "/my-work/calendar": orderRooms,
  "/my-work/:orderId": orderRooms,
  "/admin/your-emails": "choose own notifications",
  "/month-reports": monthReports,
  "/month-reports/:orderId/:month": monthReports,

  "/all-messages": "see messages",
  "/view/:messageId": "see messages",
  "/outbox": "see mails",
  "/outbox/:mailId": "see mails",
  "/outbox/:mailId/html": "see mails",
  "/received-emails": "see mails",
  "/received-emails/:receivedId": "see mails",

  "/people": "see customers",
  "/people/:accountId": "see customers",
  "/people/:accountId/data": "see customers",
  "/all-subscriber": "see subscribers",
  "/site-checks": "see site checks",
  "/site-checks/:checkId": "see site checks",
  "/add-user": "see every user",
  "/admin-user/:userId": "see every user",

  "/admin/site": "edit content",
  "/pages": "edit content",
  "/article-list": "edit content",
  "/edit-look": "edit content",
  "/look-edit/:recordId": "edit content",
  "/admin/site-as-of": "edit content",
  "/admin/content": "edit content",
  "/admin/draft-facts": "edit content",
  "/redirects": "edit content",
  "/redirects/import": "publish content",
  "/missing-pages": "edit content",
  "/admin/links-to": "edit content",
  "/admin/link-pages": "edit content",
  "/admin/look/palettes": "edit content",
  "/admin/look/fonts": "edit content",
  "/admin/share-preview": "edit content",
  "/admin/view-site": "edit content",
  "/setting": "edit content",
  "/media-library": "edit content",
  "/drafts": "edit content",
  "/releases": "edit content",
  "/releases/:releaseId": "edit content",
  "/admin/release-of/:recordId": "edit content",
  "/trash": "see the trash",
  "/content-archive": "import content",

  "/status": "see the status",
  "/backups": "see backups",
  "/backups/:name": "see backups",
  "/audit-log": "read the audit log",
  "/admin/settings": "change settings",
  "/settings/payments": "change settings",
  "/settings/invoices": "see invoices",
  "/settings/tax": "see invoices",
  "/admin/first-steps": "change settings",
  "/admin/test-mail": "change settings",
};

/**
 * The right to a screen of content is the right to change the block. Blocks that share a screen
 * share the right; `route-access.test.ts` checks it.
 */
const contentAccess: Readonly<Record<string, Access>> = Object.fromEntries([
  ...listScreens.map(({ path, blocks: [block] }) => [path, rightToChange(block)]),
  ...editScreens.map(({ path, block }) => [`${path}/:recordId`, rightToChange(block)]),
]);

function rightToChange(block: Block | undefined): Right {
  return block?.changeRight ?? "edit content";
}

const accessOfPatterns: ReadonlyMap<string, Access> = new Map(
  Object.entries({ ...contentAccess, ...ownAccess }),
);

/** Routes without a path, which are around the others. */
const accessOfFrames: ReadonlyMap<string, Access> = new Map<string, Access>([
  ["root", "everyone"],
  ["site-layout", "everyone"],
  ["admin/frame/shell/admin-layout", "open the admin panel"],
  ["admin/frame/shell/admin-screens", "open the admin panel"],
]);

/** Undefined for a route that nobody has given to anyone. */
export function accessOf(pattern: string): Access | undefined {
  return accessOfPatterns.get(pattern);
}

export function accessOfFrame(id: string): Access | undefined {
  return accessOfFrames.get(id);
}

export function hasAccess(actor: Actor, access: Access): boolean {
  if (access === "everyone") return true;
  return typeof access === "string" ? may(actor, access) : mayInSomeRoom(actor, access.inSomeRoom);
}

/** Whether the panel shows the actor links to a screen, which is given by its path pattern. */
export function mayOpen(actor: Actor, pattern: string): boolean {
  const access = accessOf(pattern);
  return access !== undefined && hasAccess(actor, access);
}
