import { afterAll, beforeAll, expect, test } from "vitest";
import { listExports } from "#app/admin/frame/list/list-exports.server.ts";
import { callRoles, screenRoles, staffRoles } from "./support/rights/role-table.ts";
import { staffClients } from "./support/rights/staff-clients.ts";
import { openPageSite, type PageSite } from "./support/screens/page-site.ts";
import { storedBackupBytes } from "./support/screens/stored-backup.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { adminOf, type WebClient } from "./support/servers/web-client.ts";
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
  const before = site.everythingStored();
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
  expect(site.everythingStored()).toEqual(before);
});

/** The roles besides Admin that may download each list of the panel. */
const listRoles: Readonly<Record<string, readonly string[]>> = {
  messages: ["Manager"],
  mails: ["Manager"],
  people: ["Manager"],
  payments: ["Manager", "Accountant"],
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
