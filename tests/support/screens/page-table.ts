import type { ActorName } from "../rights/authorisation-table.ts";

/**
 * A status, a redirect to another path, or "login": a redirect to `/login`, which leads back to the
 * page afterwards.
 */
export type Outcome = number | "login" | `/${string}`;
type PageCells = Readonly<Record<ActorName, Outcome>>;

const cells = (
  visitor: Outcome,
  customer: Outcome,
  other: Outcome,
  admin: Outcome,
  removed: Outcome,
): PageCells => ({
  visitor,
  customer,
  "another customer": other,
  admin,
  "removed admin": removed,
});

const everyone = (outcome: Outcome = 200) => cells(outcome, outcome, outcome, outcome, outcome);
/** Pages for visitors only: signed-in users are redirected. */
const visitors = (leadsTo: Outcome, admin = leadsTo) =>
  cells(200, leadsTo, leadsTo, admin, leadsTo);
const accounts = cells("login", 200, 200, 200, 200);
/** The order belongs to "customer". Admins see the order, too. */
const ownOrder = cells("login", 200, 404, 200, 404);
const admins = (outcome: Outcome = 200) => cells("login", 403, 403, outcome, 403);

/** Result of each page for each actor, by its path in `src/app/routes.ts`. */
export const pageTable: Readonly<Record<string, PageCells>> = {
  "/": everyone(),
  "/service": everyone(),
  "/pricing": everyone(),
  "/contact": everyone(),
  "/contact-us": everyone(),
  "/privacy": everyone(),
  "/terms": everyone(),
  "/refunds": everyone(),
  "/sample-month": everyone(),
  "/sample-delivery": everyone(),
  "/sample-check": everyone(),
  "/seo-check": everyone(),
  "/seo-check/confirm": everyone(400),
  "/seo-check/:key": everyone(),
  "/seo-check/:key/report.pdf": everyone(404),
  "/seo-check/:key/share.png": everyone(),
  "/thanks": everyone(),
  "/subscribe": everyone(),
  "/subscribed": everyone(),
  // These pages return 400, because the test requests them without the token of an emailed link.
  "/confirm-subscription": everyone(400),
  "/unsubscribe": everyone(400),
  "/login": visitors("/dashboard", "/admin"),
  // Only a right password leads to this page; without a password, the page asks the visitor to log
  // in.
  "/login/code": visitors("/dashboard", "/admin"),
  "/register": visitors("/"),
  "/sign-out": everyone("/dashboard"),
  "/reset": everyone(),
  "/set-up": everyone(404),
  "/invitation": everyone(404),
  "/company-invitation": everyone(404),
  "/confirm-email-change": everyone(),
  // The test requests these pages without the link of an email; `order-links.test.ts` uses links.
  "/order-link": everyone(404),
  "/order-link/open": everyone(404),
  "/order-link/files/:fileId": everyone(404),
  "/order-link/invoice/:number/:kind": everyone(404),
  "/offer": everyone(404),
  "/offer/open": everyone(404),
  "/goodbye": visitors("/account"),
  "/robots.txt": everyone(),
  "/sitemap.xml": everyone(),
  "/llms.txt": everyone(),
  "/manifest.webmanifest": everyone(),
  "/share/:picture": everyone(),
  "/icons/:file": everyone(),
  "/patterns/:pattern": everyone(),
  "/articles": everyone(),
  "/articles/feed.xml": everyone(),
  "/indexnow-key.txt": everyone(404),
  "/-/articles": everyone(404),
  "/-/page": everyone(404),
  "/-/article": everyone(404),
  "/*": everyone(404),

  "/verify-address": accounts,
  "/account": accounts,
  "/account/profile": accounts,
  "/billing": accounts,
  "/account/emails": accounts,
  "/account/email": accounts,
  "/account/password": accounts,
  "/account/confirm": accounts,
  "/account/security": accounts,
  "/account/security/codes": accounts,
  "/account/security/keys": accounts,
  "/account/security/passkeys": accounts,
  "/account/company": accounts,
  "/account/company/leave": accounts,
  // The account in the path is the customer's.
  "/account/company/people/:accountId": cells("login", 200, 404, 404, 404),
  "/account/sessions": accounts,
  "/account/data": accounts,
  "/account/delete": accounts,
  "/order-now/:packageId": everyone(),
  "/pending-order": accounts,
  "/my-order": accounts,
  "/my-order/:orderId": ownOrder,
  // The path names no existing file; `order-file-routes.test.ts` tests the rights to a file.
  "/my-order/:orderId/files/:fileId": cells("login", 404, 404, 404, 404),
  // The order has no brief, because it is not paid.
  "/my-order/:orderId/brief": cells("login", 404, 404, 404, 404),
  "/my-order/:orderId/details": ownOrder,
  // There is no such subscription; `plan-view.test.ts` tests the rights to one.
  "/my-plan/:subscriptionId": cells("login", 404, 404, 404, 404),
  "/my-order/:orderId/next-month": ownOrder,
  // The order is not paid, so it has no report; `month-report.test.ts` tests the rights to a
  // report.
  "/my-order/:orderId/months": cells("login", 404, 404, 404, 404),
  "/my-order/:orderId/months/:month": cells("login", 404, 404, 404, 404),
  "/my-order/:orderId/months/:month/report.pdf": cells("login", 404, 404, 404, 404),
  // The order has no invoice, and waits for no transfer.
  "/my-order/:orderId/invoice/:number": cells("login", 404, 404, 404, 404),
  "/my-order/:orderId/invoice/:number/:kind": cells("login", 404, 404, 404, 404),
  "/my-order/:orderId/pro-forma.pdf": cells("login", 404, 404, 404, 404),
  "/report/:token": everyone(404),
  "/report/:token/report.pdf": everyone(404),
  "/dashboard": accounts,
  "/pay-now/:orderId": ownOrder,
  "/order-cancelled/:orderId": ownOrder,
  "/received-payment/:orderId": ownOrder,

  "/admin": admins(),
  "/roles": admins(),
  "/my-work/calendar": admins(),
  // The test requests a calendar without the signature that a real calendar address contains.
  "/calendar/:file": everyone(404),
  "/assignment-rules": admins(),
  "/month-reports": admins(),
  "/month-reports/:orderId/:month": admins(409),
  "/my-work": admins(),
  "/my-work/:orderId": admins(),
  "/order-payments/:orderId": admins(),
  "/admin/see-as": admins(405),
  "/media-library": admins(),
  "/total-orders": admins(),
  "/orders-board": admins(),
  "/payments": admins(),
  "/subscriptions": admins(),
  "/admin/offers": admins(),
  "/admin/offers/new": admins(),
  "/admin/offers/:offerId": admins(404),
  "/admin/offers/:offerId/preview": admins(404),
  "/invoices": admins(),
  "/invoices/:invoiceId": admins(404),
  "/statements": admins(),
  "/statements/:fileId": admins(404),
  "/statements/sandbox/:form": admins(404),
  "/months": admins(),
  "/months/:month": admins(),
  "/months/:month/books.zip": admins(409),
  "/settings/accounts": admins(),
  "/coupons": admins(),
  "/coupons/new": admins(),
  "/coupons/:couponId": admins(404),
  "/subscriptions/prices/:packageId": admins(),
  "/subscriptions/:subscriptionId": cells("login", 403, 403, 404, 403),
  "/admin/payment-status/:orderId": admins(),
  "/admin/first-steps": admins(405),
  "/admin/demonstration-orders": admins(405),
  "/admin/share-preview": admins(),
  "/admin/look/palettes": admins(),
  "/admin/look/fonts": admins(405),
  "/admin/test-mail": admins(),
  "/admin/settings": admins(),
  "/settings/payments": admins(),
  "/settings/invoices": admins(),
  "/settings/tax": admins(),
  "/admin/your-emails": admins(),
  "/outbox": admins(),
  "/outbox/:mailId": admins(),
  "/outbox/:mailId/html": admins(),
  "/received-emails": admins(),
  "/received-emails/:receivedId": admins(),
  "/all-messages": admins(),
  "/view/:messageId": admins(),
  "/all-subscriber": admins(),
  "/site-checks": admins(),
  "/site-checks/:checkId": admins(),
  "/add-user": admins(),
  "/admin-user/:userId": admins(),
  "/audit-log": admins(),
  "/people": admins(),
  "/people/:accountId": admins(),
  "/people/:accountId/data": admins(405),
  "/admin/*": admins(404),
  "/admin/content": admins(405),
  "/admin/draft-facts": admins(405),
  "/admin/find": admins(),
  "/admin/records": admins(),
  "/admin/link-pages": admins(),
  "/redirects": admins(),
  "/redirects/import": admins(),
  "/missing-pages": admins(),
  "/admin/links-to": admins(),
  "/admin/saved-tabs": admins(405),
  "/admin/csv/:list": admins(404),
  "/admin/view-site": admins("/"),
  "/admin/site": admins(),
  "/pages": admins(),
  "/article-list": admins(),
  "/admin/site-as-of": admins(),
  "/drafts": admins(),
  "/releases": admins(),
  "/releases/:releaseId": admins(404),
  "/admin/release-of/:recordId": admins(),
  "/trash": admins(),
  "/content-archive": admins(),
  "/setting": admins(),
  "/status": admins(),
  "/backups": admins(),
  "/backups/:name": admins(405),
};

/** Routes that only process forms of other pages. */
export const formsOfAdmins: readonly string[] = [
  "/admin/first-steps",
  "/admin/demonstration-orders",
  "/people/:accountId/data",
  "/backups/:name",
  "/admin/content",
  "/admin/draft-facts",
  "/admin/look/fonts",
  "/admin/saved-tabs",
  "/admin/see-as",
];

/**
 * Pages that send the form back with status 401 when a signed-out user sends it, so that no typed
 * text is lost.
 */
export const keptForms: readonly string[] = [
  "/account/profile",
  "/billing",
  "/my-order/:orderId",
  "/my-order/:orderId/brief",
  "/my-order/:orderId/details",
];

/** Forms of pages that check the actor only for the operation that a form names. */
export const intents: Readonly<Record<string, string>> = {
  "/my-order/:orderId": "message",
  "/my-order/:orderId/months/:month": "share",
  "/releases/:releaseId": "cancel",
  "/statements/:fileId": "explain",
  "/months/:month": "close",
  "/settings/accounts": "save",
  "/coupons/:couponId": "end",
  "/invoices/:invoiceId": "reissue",
  "/admin/offers/new": "make",
  "/admin/offers/:offerId": "send",
};

export const adminFormCells = admins();

export const contentScreenTable = { lists: admins(), records: admins() };
