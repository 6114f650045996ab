import { editScreens, listScreens } from "../../src/content/model/screens.ts";
import { pageTable } from "./page-table.ts";
import type { Screen } from "./screen.ts";
import { screenStates } from "./screen-states.ts";

/** What is answered at an address, but is no screen: files, forms' targets and parts of screens. */
const noScreens = new Set([
  "/sign-out",
  "/robots.txt",
  "/sitemap.xml",
  "/llms.txt",
  "/manifest.webmanifest",
  "/share/:picture",
  "/icons/:file",
  "/account/data",
  "/admin/first-steps",
  "/admin/share-preview",
  "/admin/content",
  "/admin/records",
  "/admin/saved-tabs",
  "/admin/csv/:list",
  "/admin/find",
  "/admin/view-site",
  "/outbox/:mailId/html",
  "/people/:accountId/data",
  // Without a token they are the page for unknown addresses. With one they stand among the states.
  "/set-up",
  "/invitation",
]);

/** What several addresses call themselves, because they lead to the same page. */
export const sharedTitles: readonly string[] = ["/contact-us"];

/** Every page of the route table, seen by whoever it is for. */
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

/** Every screen there is. */
export const screens: readonly Screen[] = [...pages, ...lists, ...records, ...screenStates];

/** One of each kind of form: the others differ in their labels alone. */
const recordsOfEachKind = new Set([
  "/banner/:recordId",
  "/service-edit/:recordId",
  "/package-edit/:recordId",
  "/listing-service/:recordId",
  "/redirect/:recordId",
  "/letter-welcome/:recordId",
]);
const listsOfEachKind = new Set(["/edit-banner", "/edit-service", "/search-listings", "/letters"]);

/** Without a phone they are what they are without being opened. */
const menus = ["/ with the menu open", "the navigation on a phone"];

const isOfAKindOfItsOwn = ({ name }: Screen) =>
  !menus.includes(name) &&
  (!records.some((record) => record.name === name) || recordsOfEachKind.has(name)) &&
  (!lists.some((list) => list.name === name) || listsOfEachKind.has(name));

/** Every screen but those that are like another one. */
export const differentScreens: readonly Screen[] = screens.filter(isOfAKindOfItsOwn);

/** One of each kind, for every other way of looking at it. */
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
  "a paid order in the panel",
  "a record with mistakes",
  "the media dialog",
  "the site editor with a form open",
].map(screenNamed);

/** Those of a phone as well, which folds its menus. */
export const phoneScreens: readonly Screen[] = [...exemplaryScreens, ...menus.map(screenNamed)];

export function screenNamed(name: string): Screen {
  const screen = screens.find((each) => each.name === name);
  if (screen === undefined) throw new Error(`There is no screen called ${name}.`);
  return screen;
}
