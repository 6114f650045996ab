import { join } from "node:path";
import { matchPath } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { editScreens, listScreens } from "#content/model/screens.ts";
import type { StaffRole } from "#policy/roles.ts";
import { openSiteDatabase } from "./support/databases/site-database.ts";
import { colleaguePages, type NeededRight } from "./support/rights/colleague-table.ts";
import { screenRoles, staffRoles } from "./support/rights/role-table.ts";
import { staffClients } from "./support/rights/staff-clients.ts";
import { pageTable } from "./support/screens/page-table.ts";
import { type FurrowServer, startFurrow } from "./support/servers/furrow-server.ts";
import { adminOf, orderBy, register, WebClient } from "./support/servers/web-client.ts";
import { scaled } from "./support/time-limits.ts";

// As a person of each role, follows every link of the first page and of all pages that links reach.
// The pages are rendered on the server, so the HTML of the responses contains the links.

interface Visitor {
  readonly client: WebClient;
  readonly begins: string;
  /** Whether the tables of rights let this person open a page. */
  readonly mayOpen: (pattern: string) => boolean;
}

let furrow: FurrowServer;
const visitors = new Map<string, Visitor>();

const contentPatterns = [
  ...listScreens.map(({ path }) => path),
  ...editScreens.map(({ path }) => `${path}/:recordId`),
];
const patterns = [...Object.keys(pageTable), ...contentPatterns];

/** The most specific route that matches a path; undefined for a file without a route. */
function patternOf(path: string): string | undefined {
  const bySpecificity = patterns.toSorted(
    (one, other) => Number(one.includes(":")) - Number(other.includes(":")),
  );
  return bySpecificity
    .filter((pattern) => !pattern.includes("*"))
    .find((pattern) => matchPath(pattern, path.replace(/(.)\/$/, "$1")) !== null);
}

const isOfPanel = (pattern: string) => pattern in screenRoles || contentPatterns.includes(pattern);

function mayStaffOpen(role: StaffRole): Visitor["mayOpen"] {
  return (pattern) => {
    if (contentPatterns.includes(pattern)) return role === "Writer" || role === "Editor";
    return !(pattern in screenRoles) || (screenRoles[pattern] ?? []).includes(role);
  };
}

function mayCustomerOpen(rights: readonly NeededRight[]): Visitor["mayOpen"] {
  return (pattern) => {
    const needed = colleaguePages[pattern];
    return !isOfPanel(pattern) && (needed === undefined || rights.includes(needed));
  };
}

beforeAll(async () => {
  furrow = await startFurrow();
  const admin = await adminOf(furrow);
  const customer = await register(furrow.url, "ada@example.com");
  const paid = await orderBy(customer, admin);
  await orderBy(customer);
  const text = { text: "How is the barley?" };
  await admin.call("POST", `/order/${paid}/messages`, text, { "idempotency-key": "message" });
  await customer.call("POST", "/add-message", { email: "eve@example.com", message: "Hello" });
  const staff = await staffClients(furrow);
  const few = await register(furrow.url, "few@example.com");
  const file = join(furrow.dataDirectory, "furrow.db");
  const database = openSiteDatabase(file);
  const idOf = (email: string) =>
    String(database.prepare(`select id from "user" where email = ?`).get(email)?.id);
  const worker = idOf("worker@example.com");
  database.prepare("update orders set assignee_id = ? where id = ?").run(worker, paid);
  const company = idOf("ada@example.com");
  database
    .prepare("insert into companies (id, name, created_at) values (?, 'Ada Farm', 1)")
    .run(company);
  const addPerson = database.prepare(
    `insert into company_people (account_id, company_id, orders, payments, may_order, people, invited_by, since)
      values (?, ?, ?, ?, ?, ?, null, ?)`,
  );
  addPerson.run(company, company, 1, 1, 1, 1, 1);
  addPerson.run(idOf("few@example.com"), company, 1, 0, 0, 0, 2);
  const mail = database
    .prepare("select text_body from mail_outbox where letter = 'orderPlaced' order by id")
    .get();
  database.close();
  const [link = ""] = /http\S+order-link\S+/.exec(String(mail?.text_body)) ?? [];
  const opened = await fetch(link, {
    method: "POST",
    redirect: "manual",
    headers: { origin: furrow.url },
    body: new URLSearchParams(),
  });
  const [cookie = ""] = opened.headers.getSetCookie()[0]?.split(";") ?? [];

  visitors.set("Owner", { client: admin, begins: "/admin", mayOpen: () => true });
  for (const role of staffRoles) {
    visitors.set(role, { client: staff[role], begins: "/admin", mayOpen: mayStaffOpen(role) });
  }
  visitors.set("customer", {
    client: customer,
    begins: "/dashboard",
    mayOpen: mayCustomerOpen(["orders", "payments", "either"]),
  });
  visitors.set("colleague with few rights", {
    client: few,
    begins: "/dashboard",
    mayOpen: mayCustomerOpen(["orders", "either"]),
  });
  visitors.set("holder of a link", {
    client: new WebClient(furrow.url, cookie),
    begins: "/order-link/open",
    mayOpen: (pattern) => typeof pageTable[pattern]?.visitor === "number" && !isOfPanel(pattern),
  });
}, scaled(120_000));
afterAll(() => furrow.stop());

/** Screens of content share two modules and two rights, so a few of them are enough. */
const kindOf = (route: string) =>
  contentPatterns.includes(route) && !/paypal/i.test(route)
    ? `content ${route.includes(":")}`
    : route;

/**
 * Number of pages that the crawler opens for each route. Panel pages of one route differ only in
 * their records. The pages of a customer's orders also differ in the stage of the order.
 */
const mostOf = (route: string) => (isOfPanel(route) ? 1 : 2);
const atOnce = 4;

async function crawl({ client, begins, mayOpen }: Visitor) {
  const faults: string[] = [];
  const routes = new Map<string, number>();
  const seen = new Set<string>();
  const waiting: [path: string, from: string][] = [[begins, "the first page"]];

  async function visit([path, from]: [string, string]): Promise<void> {
    let { status, headers, text } = await client.see(path);
    let at = path;
    for (let steps = 0; steps < 4 && status >= 300 && status < 400; steps++) {
      at = headers.get("location") ?? "";
      // Stops at a redirect to the login, which is a fault for a person who is signed in.
      if (!at.startsWith("/") || at.startsWith("/login")) break;
      ({ status, headers, text } = await client.see(at));
    }
    const pattern = patternOf(new URL(at, furrow.url).pathname);
    if (status !== 200) faults.push(`${from} links to ${path}: ${status} ${at}`);
    if (pattern !== undefined && !mayOpen(pattern)) faults.push(`${path} leads to ${pattern}`);
    if (!(headers.get("content-type") ?? "").startsWith("text/html")) return;
    for (const [, href = ""] of text.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)) {
      const target = new URL(href.replaceAll("&amp;", "&"), new URL(at, furrow.url));
      const next = target.pathname + target.search;
      if (target.origin !== furrow.url || seen.has(next)) continue;
      if (/^\/(login|register|sign-out)\b/.test(target.pathname)) continue;
      const route = kindOf(patternOf(target.pathname) ?? target.pathname);
      const count = routes.get(route) ?? 0;
      if (count >= mostOf(route)) continue;
      routes.set(route, count + 1);
      seen.add(next);
      waiting.push([next, at]);
    }
  }

  while (waiting.length > 0) await Promise.all(waiting.splice(0, atOnce).map(visit));
  return { faults, routes };
}

test.each([
  ["Owner", 40],
  ["Manager", 20],
  ["Worker", 5],
  ["Writer", 8],
  ["Editor", 8],
  ["Accountant", 4],
  ["customer", 15],
  ["colleague with few rights", 10],
  ["holder of a link", 5],
])("%s can follow every link and reaches nothing beyond their rights", async (name, fewest) => {
  const visitor = visitors.get(name);
  if (visitor === undefined) throw new Error(`Nobody is a ${name}.`);
  const { faults, routes } = await crawl(visitor);
  expect(faults).toEqual([]);
  expect(routes.size).toBeGreaterThanOrEqual(fewest);
});
