import { afterAll, beforeAll, expect, test } from "vitest";
import { listExports } from "#app/admin/frame/list/list-exports.server.ts";
import type { AnyRecord } from "#content/model/define.ts";
import { editScreens, listScreens } from "#content/model/screens.ts";
import { type ActorName, actors } from "./support/rights/authorisation-table.ts";
import { callRoles, screenRoles, staffRoles } from "./support/rights/role-table.ts";
import { staffClients } from "./support/rights/staff-clients.ts";
import { pagePatterns } from "./support/screens/page-paths.ts";
import { openPageSite, type PageSite } from "./support/screens/page-site.ts";
import {
  adminFormCells,
  contentScreenTable,
  formsOfAdmins,
  keptForms,
  type Outcome,
  pageTable,
} from "./support/screens/page-table.ts";
import { storedBackupBytes } from "./support/screens/stored-backup.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { adminOf, type WebClient } from "./support/servers/web-client.ts";
import { adminRoutes, customerRoutes, orderRoute, publicRoutes } from "./support/specification.ts";
import { scaled } from "./support/time-limits.ts";

// The built program, asked as people of the team. `src/server/guard-routes.test.ts` tries each role and
// all spellings of the addresses at the same guard, and `role-crawler.test.ts` opens the pages of
// each role.

let furrow: FurrowServer;
let site: PageSite;
let people: Readonly<Record<string, WebClient>>;
beforeAll(async () => {
  furrow = await startFurrow({ OWNER_EMAIL: "access@furrow.example" });
  site = await openPageSite(furrow);
  people = { Admin: await adminOf(furrow), ...(await staffClients(furrow)) };
}, scaled(120_000));
afterAll(() => furrow.stop());

function clientOf(name: string): WebClient {
  const client = people[name];
  if (client === undefined) throw new Error(`Nobody is a ${name}.`);
  return client;
}

/** A page escapes the apostrophe; the answer to a script has the status alone. */
const inWords = /You don(?:'|&#x27;)t have any permission|"ErrorResponse"/;

async function ask(client: WebClient, method: string, path: string) {
  const answer = await fetch(`${client.url}${path}`, {
    method,
    headers: { cookie: client.cookie, origin: client.url },
    redirect: "manual",
    ...(method === "POST" && { body: new URLSearchParams({ nothing: "1" }) }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  const { status, headers } = answer;
  return { status, headers, text: bytes.toString(), byteCount: bytes.length };
}

/** Screens that lead people without access to another screen. */
const hasOtherView = (pattern: string) =>
  pattern === "/admin" || pattern === "/admin/payment-status/:orderId";

test("a role that may not open a screen is refused in words: pages, data and forms", {
  timeout: scaled(120_000),
}, async () => {
  // Missing pages are counted in the background, a while after they were asked for.
  const stored = () => ({ ...site.everythingStored(), missing_pages: [] });
  const before = stored();
  const wrong: string[] = [];
  for (const [at, [pattern, roles]] of Object.entries(screenRoles).entries()) {
    const address = await site.addressOf(pattern);
    const refused = staffRoles.filter((role) => !roles.includes(role));
    // The roles take turns.
    const role = refused[at % refused.length];
    if (role === undefined) continue;
    for (const [method, path] of [
      ["GET", address],
      ["GET", `${address}.data`],
      ["POST", `${address}.data`],
    ] as const) {
      const { status, headers, text } = await ask(clientOf(role), method, path);
      const isLed = method === "GET" && hasOtherView(pattern) && [302, 202].includes(status);
      // A screen without a form answers 405 before it asks who sends one.
      const isRefused =
        (status === 403 && inWords.test(text)) || (method === "POST" && status === 405);
      if ((isLed || isRefused) && !headers.has("content-disposition")) continue;
      wrong.push(`${method} ${path} by ${role}: ${status} ${text.slice(0, 80)}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(stored()).toEqual(before);
});

/** Every page of React Router's route table with the expected result for each actor. */
const table = Object.entries({
  ...pageTable,
  ...Object.fromEntries(listScreens.map(({ path }) => [path, contentScreenTable.lists])),
  ...Object.fromEntries(
    editScreens.map(({ path }) => [`${path}/:recordId`, contentScreenTable.records]),
  ),
});
/** Screens of content share two modules and two rights, so a few of them are enough. */
const tried = table.filter(([path]) => path in pageTable || /paypal|banner/i.test(path));
const refusals = new Set<Outcome>(["login", 403, 404]);

test("every page of the route table is shown only to its allowed actors, and executes no form of others", {
  timeout: scaled(60_000),
}, async () => {
  expect(table.map(([path]) => path).toSorted()).toEqual(pagePatterns.toSorted());
  const wrong: string[] = [];
  const send = async (
    method: "GET" | "POST",
    path: string,
    actor: ActorName,
    allowed: Outcome[],
  ) => {
    const outcome = await site.outcome(method, path, actor);
    if (!allowed.includes(outcome)) wrong.push(`${method} ${path} by ${actor}: ${outcome}`);
  };
  // Another customer differs from the customer only at addresses with an id, and the test below
  // opens the pages of the admin.
  const differing = (path: string, cells: Readonly<Record<ActorName, Outcome>>) =>
    actors.filter(
      (actor) =>
        (actor !== "another customer" || path.includes(":")) &&
        (actor !== "admin" || cells.admin !== 200),
    );
  for (const [path, cells] of tried) {
    const asked = differing(path, cells);
    await Promise.all(asked.map((actor) => send("GET", path, actor, [cells[actor]])));
  }
  // Missing pages are counted in the background, a while after they were asked for.
  const stored = () => ({ ...site.everythingStored(), missing_pages: [] });
  const before = stored();
  // A form on a page of sections is one of its sections, and answers 400 without the section's name.
  const hasNoForm = /^\/(\*|-\/page|-\/article)$/;
  for (const [path, shown] of tried.filter(([address]) => !hasNoForm.test(address))) {
    const cells = formsOfAdmins.includes(path) ? adminFormCells : shown;
    for (const actor of differing(path, cells).filter((each) => refusals.has(cells[each]))) {
      const isKept = actor === "visitor" && keptForms.includes(path);
      // A page without an action answers 405 before it checks the actor.
      await send("POST", path, actor, [isKept ? 401 : cells[actor], 405]);
    }
  }
  expect(wrong).toEqual([]);
  expect(stored()).toEqual(before);
});

test("every route of the specification is served to those whom the specification names", async () => {
  const wrong: string[] = [];
  for (const [actor, routes] of [
    ["visitor", [...publicRoutes, orderRoute]],
    ["customer", [...customerRoutes, orderRoute]],
    ["admin", adminRoutes],
  ] as const) {
    for (const route of routes) {
      const [braces = "", list = ""] = /\{(.+)\}/.exec(route) ?? [];
      const records = list ? await clientOf("Admin").call<AnyRecord[]>("GET", list) : [];
      const path = route.replace(braces, records[0]?._id ?? "");
      const outcome = await site.outcome("GET", path, actor);
      if (outcome !== 200) wrong.push(`${path} to ${actor}: ${outcome}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("every page has its own title, and hostile query parameters cause no error of the server", {
  timeout: scaled(60_000),
}, async () => {
  // Every query parameter that any page reads.
  const names =
    "page orders subscribers unread read q search sort status payment plan from to after before back state recipient as";
  const faults: string[] = [];
  const pageOfTitle = new Map<string, string>();
  const shown = Object.entries(pageTable).filter(([, { admin }]) => admin === 200);
  for (const [path] of shown) {
    const address = await site.addressOf(path);
    const { status, text } = await ask(clientOf("Admin"), "GET", address);
    if (status !== 200) faults.push(`${path} to admin: ${status}`);
    // The feed is no page, and has the title of its list.
    const isPage = !path.endsWith(".xml");
    const title = isPage ? /<title>(.*?)<\/title>/.exec(text)?.[1] : undefined;
    const other = title && path !== "/contact-us" && pageOfTitle.get(title);
    if (other) faults.push(`${path} has the title of ${other}, “${title}”.`);
    if (title) pageOfTitle.set(title, path);
    for (const value of path.includes(":") ? [] : ["-1", "1e9", "'%00%ED%A0%80%20OR%201=1%20--"]) {
      const query = names.replaceAll(/\S+/g, `$&=${value}`).replaceAll(" ", "&");
      const answer = await ask(clientOf("Admin"), "GET", `${address}?${query}`);
      if (answer.status >= 500) faults.push(`${path}?…${value}: ${answer.status}`);
    }
  }
  expect(pageOfTitle.size).toBeGreaterThan(60);
  expect(faults).toEqual([]);
});

/** The roles besides Admin that may download each list of the panel. */
const listRoles: Readonly<Record<string, readonly string[]>> = {
  messages: ["Manager"],
  mails: ["Manager"],
  people: ["Manager"],
  payments: ["Manager", "Accountant"],
  subscriptions: ["Manager", "Accountant"],
  invoices: ["Manager", "Accountant"],
  "site-checks": ["Manager"],
};

const downloads: readonly (readonly [string, string, readonly string[]])[] = [
  ...Object.entries(listRoles).map(
    ([list, roles]) => ["GET", `/admin/csv/${list}`, roles] as const,
  ),
  ...["GET /api/orders/export", "GET /api/subscribers.csv", "GET /api/content/export"].map(
    (call) => ["GET", call.slice("GET ".length), callRoles[call] ?? []] as const,
  ),
  ["POST", "/people/:accountId/data", []] as const,
  ["POST", "/backups/:name", []] as const,
];

test("the table of downloads has every list that the panel exports", () => {
  expect(Object.keys(listRoles).toSorted()).toEqual([...listExports.keys()].toSorted());
});

test("each download sends a whole file to Admin and its roles, and 403 without a file to the others", async () => {
  for (const [method, pattern, roles] of downloads) {
    const address = await site.addressOf(pattern);
    const spellings = pattern.startsWith("/api/") ? [address] : [address, `${address}.data`];
    for (const role of ["Admin", ...staffRoles]) {
      const isAllowed = role === "Admin" || roles.includes(role);
      for (const path of isAllowed ? [address] : spellings) {
        const { status, headers, text, byteCount } = await ask(clientOf(role), method, path);
        const isFile = headers.get("content-disposition")?.startsWith("attachment") ?? false;
        const isWhole = pattern.startsWith("/backups/")
          ? byteCount === storedBackupBytes && headers.get("content-length") === `${byteCount}`
          : /(\r\n|\}\n)$/.test(text);
        const expected = isAllowed ? [200, true, true] : [403, false];
        const found = status === 200 ? [status, isFile, isWhole] : [status, isFile];
        expect([role, path, ...found]).toEqual([role, path, ...expected]);
      }
    }
  }
});

test("an export whose query is invalid names no file", async () => {
  const { status, headers } = await ask(clientOf("Admin"), "GET", "/api/orders/export?from=soon");
  expect([status, headers.get("content-disposition")]).toEqual([400, null]);
});

test("every page of the site has the button Admin for an admin, Panel for the other roles, and the note to the owner for all of them", async () => {
  const pageOf = async (cookie: string) =>
    (await fetch(`${furrow.url}/terms`, { headers: { cookie } })).text();
  // The last link, after the link of the bar for editors.
  const button = (html: string) =>
    [...html.matchAll(/href="\/admin"[^>]*>(Admin|Panel)</g)].at(-1)?.[1];
  // Twice, because the first answer of a page fills the cache.
  for (let times = 0; times < 2; times++) {
    for (const [name, { cookie }] of Object.entries(people)) {
      const html = await pageOf(cookie);
      expect([name, button(html)]).toEqual([name, name === "Admin" ? "Admin" : "Panel"]);
      expect(html).toContain("Note to the owner");
    }
    const visitors = await pageOf("");
    expect(button(visitors)).toBeUndefined();
    expect(visitors).not.toContain("Note to the owner");
  }
});
