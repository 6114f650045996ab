import { editScreens, listScreens } from "#content/model/screens.ts";
import { pageTable } from "./page-table.ts";
import type { Screen } from "./screen.ts";
import { screenStates } from "./screen-states.ts";

/** Routes that are no screens: files, targets of forms, and parts of screens. */
const noScreens = new Set([
  "/sign-out",
  "/robots.txt",
  "/sitemap.xml",
  "/llms.txt",
  "/indexnow-key.txt",
  "/manifest.webmanifest",
  "/articles/feed.xml",
  // What the addresses of the owner lead to; nobody opens them by these.
  "/-/articles",
  "/-/page",
  "/-/article",
  "/share/:picture",
  "/calendar/:file",
  "/icons/:file",
  "/patterns/:pattern",
  "/seo-check/:key/report.pdf",
  "/seo-check/:key/share.png",
  "/account/data",
  "/my-order/:orderId/files/:fileId",
  // The order of `pageTable` is not paid, so it has no brief. `screenStates` contains the brief of
  // a paid order.
  "/my-order/:orderId/brief",
  // None of those orders starts a subscription, either.
  "/my-plan/:subscriptionId",
  "/subscriptions/:subscriptionId",
  "/my-order/:orderId/months",
  "/my-order/:orderId/months/:month",
  "/my-order/:orderId/months/:month/report.pdf",
  "/my-order/:orderId/invoice/:number",
  "/my-order/:orderId/invoice/:number/:kind",
  "/my-order/:orderId/pro-forma.pdf",
  "/report/:token",
  "/report/:token/report.pdf",
  "/month-reports/:orderId/:month",
  "/admin/first-steps",
  "/admin/demonstration-orders",
  "/admin/share-preview",
  "/admin/content",
  "/admin/records",
  "/admin/link-pages",
  "/admin/look/palettes",
  "/admin/look/fonts",
  "/admin/links-to",
  "/admin/draft-facts",
  "/admin/release-of/:recordId",
  "/admin/saved-tabs",
  "/admin/see-as",
  "/admin/csv/:list",
  "/admin/find",
  "/admin/view-site",
  "/outbox/:mailId/html",
  "/people/:accountId/data",
  "/backups/:name",
  // There is no invoice in these sites.
  "/invoices/:invoiceId",
  // There is no statement in these sites, and no closed month.
  "/statements/:fileId",
  "/statements/sandbox/:form",
  "/months/:month",
  "/months/:month/books.zip",
  // There is no coupon in these sites.
  "/coupons/:couponId",
  // There is no offer in these sites.
  "/admin/offers/:offerId",
  "/admin/offers/:offerId/preview",
  // There is no release in these sites.
  "/releases/:releaseId",
  // Without a token, these routes show the page for unknown paths. `screenStates` contains the
  // screens with a token.
  "/set-up",
  "/invitation",
  "/company-invitation",
  "/order-link",
  "/order-link/open",
  "/order-link/files/:fileId",
  "/order-link/invoice/:number/:kind",
  "/offer",
  "/offer/open",
]);

/** Every page of the route table, seen by an actor who may see it. */
const pages: readonly Screen[] = Object.entries(pageTable)
  .filter(([path]) => !noScreens.has(path))
  .map(([path, { visitor, customer }]) => ({
    name: path,
    path,
    as: typeof visitor === "number" ? "visitor" : customer === 200 ? "customer" : "admin",
  }));

const lists: readonly Screen[] = listScreens.map(({ path }) => ({ name: path, path, as: "admin" }));
const records: readonly Screen[] = editScreens.map(({ path }) => ({
  name: `${path}/:recordId`,
  path: `${path}/:recordId`,
  as: "admin",
}));

export const screens: readonly Screen[] = [...pages, ...lists, ...records, ...screenStates];

/**
 * Screens that only `npm run check:axe` opens, because they take long or differ from another screen
 * by their texts alone.
 */
const resembling = new Set([
  "/contact-us",
  "/terms",
  "/refunds",
  "/subscribed",
  "/subscribe with mistakes",
  "/confirm-subscription",
  "a subscription to confirm",
  "/unsubscribe",
  "a subscription to cancel",
  "/goodbye",
  "/login/code",
  "/reset with a used link",
  "a removed page",
  "/seo-check/confirm",
  "/verify-address",
  "/account/emails",
  "/account/confirm",
  "/account/company/leave",
  "/account/password with mistakes",
  "/my-order of a newcomer",
  "/pending-order of a newcomer",
  "/account/profile of a newcomer",
  "/order-now after a signed-out customer sent the form",
  "a cancelled order",
  "a cancelled order in the panel",
  "/my-work",
  "/month-reports",
  "/outbox",
  "/people",
  "/setting",
  "/order-payments/:orderId",
  "/admin/test-mail",
  "/received-emails",
  "/site-checks",
  "/all-subscriber",
  "/content-archive",
  "/drafts",
  "/admin/settings after a test that failed",
  "a screen that does not exist",
  // Menus that exist only on phones, and a dialog that covers Today.
  "the command palette",
  "/ with the menu open",
  "the navigation on a phone",
]);

/** One list and one record of each kind of form; the others differ only in their labels. */
const kindsOfContent = new Set([
  "/search-listings",
  "/letters",
  "/package-edit/:recordId",
  "/letter-welcome/:recordId",
]);

const isOfAKindOfItsOwn = (screen: Screen) =>
  !resembling.has(screen.name) &&
  (![...lists, ...records].includes(screen) || kindsOfContent.has(screen.name));

/** Of each address, the state with the most content, without screens that resemble another. */
export const differentScreens: readonly Screen[] = [
  ...Map.groupBy(
    screens.filter(isOfAKindOfItsOwn),
    ({ as, path }) => `${as} ${path.replace(/\?.*/, "")}`,
  ).values(),
].flatMap((states) => states.slice(-1));

/** Screens that a narrow window changes most, and states that `differentScreens` lacks. */
export const phoneScreens: readonly Screen[] = [
  "/",
  "/ with the menu open",
  "/service",
  "/login with mistakes",
  "/seo-check/:key",
  "/order-now with mistakes",
  "/account/company/people/:accountId",
  "/account/sessions",
  "/pending-order",
  "an order's receipt",
  "a delivered order",
  "/admin",
  "/total-orders with a selection",
  "/orders-board",
  "a paid order in the panel",
  "/admin/payment-status/:orderId with the payment dialog",
  "the navigation on a phone",
  "the command palette",
  "a conflict",
  "the media dialog",
  "the editor of a report of a month",
  "/site-checks/:checkId",
].map(screenNamed);

export function screenNamed(name: string): Screen {
  const screen = screens.find((each) => each.name === name);
  if (screen === undefined) throw new Error(`There is no screen called ${name}.`);
  return screen;
}
