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
  "/manifest.webmanifest",
  "/share/:picture",
  "/calendar/:file",
  "/icons/:file",
  "/seo-check/:key/report.pdf",
  "/seo-check/:key/share.png",
  "/account/data",
  "/my-order/:orderId/files/:fileId",
  // The order of `pageTable` is not paid, so it has no brief. `screenStates` contains the brief of
  // a paid order.
  "/my-order/:orderId/brief",
  "/my-order/:orderId/months",
  "/my-order/:orderId/months/:month",
  "/my-order/:orderId/months/:month/report.pdf",
  "/report/:token",
  "/report/:token/report.pdf",
  "/month-reports/:orderId/:month",
  "/admin/first-steps",
  "/admin/demonstration-orders",
  "/admin/share-preview",
  "/admin/content",
  "/admin/records",
  "/admin/saved-tabs",
  "/admin/see-as",
  "/admin/csv/:list",
  "/admin/find",
  "/admin/view-site",
  "/outbox/:mailId/html",
  "/people/:accountId/data",
  "/backups/:name",
  // Without a token, these routes show the page for unknown paths. `screenStates` contains the
  // screens with a token.
  "/set-up",
  "/invitation",
  "/company-invitation",
  "/order-link",
  "/order-link/open",
  "/order-link/files/:fileId",
]);

/** Routes that share their title with another route, because both redirect to the same page. */
export const sharedTitles: readonly string[] = ["/contact-us"];

/** Every page of the route table, seen by an actor who may see it. */
export const pages: readonly Screen[] = Object.entries(pageTable)
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

/** One record of each kind of form; the other forms differ only in their labels. */
const recordsOfEachKind = new Set([
  "/banner/:recordId",
  "/service-edit/:recordId",
  "/package-edit/:recordId",
  "/listing-service/:recordId",
  "/redirect/:recordId",
  "/letter-welcome/:recordId",
]);
const listsOfEachKind = new Set(["/edit-banner", "/edit-service", "/search-listings", "/letters"]);

/** Menus that exist only on phones. */
const menus = ["/ with the menu open", "the navigation on a phone"];

const isOfAKindOfItsOwn = ({ name }: Screen) =>
  !menus.includes(name) &&
  (!records.some((record) => record.name === name) || recordsOfEachKind.has(name)) &&
  (!lists.some((list) => list.name === name) || listsOfEachKind.has(name));

/** All screens except those that resemble another screen. */
export const differentScreens: readonly Screen[] = screens.filter(isOfAKindOfItsOwn);

/** One screen of each kind, for checks such as dark mode and larger text. */
export const exemplaryScreens: readonly Screen[] = [
  "/",
  "/service",
  "/login with mistakes",
  "an order's receipt",
  "/pending-order",
  "/order-now with mistakes",
  "/account/sessions",
  "/admin",
  "/total-orders",
  "/total-orders with a selection",
  "/orders-board",
  "the command palette",
  "a paid order in the panel",
  "a record with mistakes",
  "the media dialog",
  "the site editor with a form open",
].map(screenNamed);

/** Screens whose long words, email addresses or table columns a narrow window could cut off. */
const crowdedScreens: readonly Screen[] = [
  "/account/company/people/:accountId",
  "/seo-check/:key",
  "a delivered order",
  "/site-checks/:checkId",
].map(screenNamed);

/** One screen of each kind, crowded screens, the menus of phones, and a preview beside a form. */
export const phoneScreens: readonly Screen[] = [
  ...exemplaryScreens,
  ...crowdedScreens,
  ...[...menus, "the editor of a report of a month"].map(screenNamed),
];

/** Screens whose tables just fit into 320 px, the width of a desktop window at a zoom of 400 %. */
export const narrowScreens: readonly Screen[] = [
  ...crowdedScreens,
  ...["/add-pricing", "/brief-questions", "/edit-faq"].map(screenNamed),
];

export const largeTextPhoneScreens: readonly Screen[] = [
  ...exemplaryScreens,
  ...crowdedScreens,
].filter(({ as }) => as !== "admin");

export function screenNamed(name: string): Screen {
  const screen = screens.find((each) => each.name === name);
  if (screen === undefined) throw new Error(`There is no screen called ${name}.`);
  return screen;
}
