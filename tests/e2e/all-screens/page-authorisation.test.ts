import { editScreens, listScreens } from "#content/model/screens.ts";
import { expect, test } from "../../support/browser/journey.ts";
import { actors } from "../../support/rights/authorisation-table.ts";
import { pagePatterns } from "../../support/screens/page-paths.ts";
import { openPageSite, type PageSite } from "../../support/screens/page-site.ts";
import {
  adminFormCells,
  contentScreenTable,
  formsOfAdmins,
  keptForms,
  type Outcome,
  pageTable,
} from "../../support/screens/page-table.ts";
import { scaled } from "../../support/time-limits.ts";

// Requests every page as every actor, over HTTP without a browser. A separate site, because the
// forms of admins take effect, such as the one that adds demonstration orders.
test.use({ furrowSettings: { OWNER_EMAIL: "authorisation@furrow.example" } });

/** Every page of React Router's route table with the expected result for each actor. */
const table = Object.entries({
  ...pageTable,
  ...Object.fromEntries(listScreens.map(({ path }) => [path, contentScreenTable.lists])),
  ...Object.fromEntries(
    editScreens.map(({ path }) => [`${path}/:recordId`, contentScreenTable.records]),
  ),
});

/** Every query parameter that any page reads. */
const queryNames =
  "page orders subscribers unread read q search sort status payment plan from to after before back state recipient as".split(
    " ",
  );
const hostileValues = ["-1", "0", "1e9", "NaN", "%00", "'%ED%A0%80%20OR%201=1%20--"];

const refusals = new Set<Outcome>(["login", 403, 404]);

// The time limit is long, because the tests send hundreds of requests.
test.describe.configure({ timeout: scaled(180_000) });

let site: PageSite;

test.beforeAll(async ({ furrow }) => {
  site = await openPageSite(furrow);
});

test("the authorisation table lists exactly the pages of the route table", () => {
  expect(table.map(([path]) => path).toSorted()).toEqual(pagePatterns.toSorted());
});

test("every page is shown only to its allowed actors", async () => {
  const expected: string[] = [];
  const found: string[] = [];
  for (const [path, cells] of table) {
    const outcomes = await Promise.all(actors.map((actor) => site.outcome("GET", path, actor)));
    expected.push(...actors.map((actor) => `${path} to ${actor}: ${cells[actor]}`));
    found.push(...actors.map((actor, at) => `${path} to ${actor}: ${outcomes[at]}`));
  }
  expect(found).toEqual(expected);
});

test("no page executes a form that comes from an actor without access to the page", async () => {
  const before = site.everythingStored();
  const wrong: string[] = [];
  for (const [path, shown] of table.filter(([address]) => address !== "/*")) {
    const cells = formsOfAdmins.includes(path) ? adminFormCells : shown;
    for (const actor of actors.filter((each) => refusals.has(cells[each]))) {
      const outcome = await site.outcome("POST", path, actor);
      const isKept = actor === "visitor" && keptForms.includes(path);
      // A page without an action answers 405 before it checks the actor.
      if (isKept ? outcome === 401 : outcome === cells[actor] || outcome === 405) continue;
      wrong.push(`POST ${path} by ${actor}: ${outcome}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(site.everythingStored()).toEqual(before);
});

test("hostile query parameters and empty forms cause no server error", async () => {
  const broken: string[] = [];
  const lists = table.filter(([path, { admin }]) => admin === 200 && !/[:*]/.test(path));
  for (const [at, [path, { customer }]] of lists.entries()) {
    // All list screens of content share one module, so two list screens are enough.
    if (listScreens.findIndex((screen) => screen.path === path) > 1) continue;
    for (const value of hostileValues) {
      const query = queryNames.map((name) => `${name}=${value}`).join("&");
      const actor = customer === 200 && at % 2 === 0 ? "customer" : "admin";
      const outcome = await site.outcome("GET", path, actor, query);
      if (typeof outcome === "number" && outcome >= 500)
        broken.push(`${path}?…${value}: ${outcome}`);
    }
  }
  for (const path of formsOfAdmins) {
    const outcome = await site.outcome("POST", path, "admin");
    if (typeof outcome === "number" && outcome >= 500) broken.push(`POST ${path}: ${outcome}`);
  }
  expect(broken).toEqual([]);
});
