import type { RouteConfigEntry } from "@react-router/dev/routes";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contextWith } from "#app/app-context.server.ts";
import type { RouteHandle } from "#app/root.tsx";
import routes from "#app/routes.ts";
import { blocks } from "#content/model/blocks.ts";
import { createRecord } from "#content/records/save-block.ts";
import { visitor } from "#policy/actor.ts";
import { olga } from "./support/content.ts";
import { recordStatements } from "./support/databases/statements.ts";
import { openSite, type TestSite } from "./support/servers/site.ts";

// A cached page is served until triggers on its tables raise the site version. A page that reads a
// table without such a trigger would never be updated.

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

interface Loading {
  readonly path: string;
  readonly file: string;
}

/**
 * Pairs of a path and a module that loads data for the path: the page itself and each of its
 * layouts.
 */
function loadingsIn(
  entries: readonly RouteConfigEntry[],
  around: readonly string[] = [],
): Loading[] {
  return entries.flatMap(({ path, index, children, file }) =>
    children === undefined
      ? [...around, file].map((each) => ({ path: index ? "/" : `/${path}`, file: each }))
      : loadingsIn(children, [...around, file]),
  );
}

const moduleOf = (file: string) => import(/* @vite-ignore */ `../src/app/${file}`);

/** Addresses of an own page and an article, by the path of their routes. */
async function addOwnPages(services: TestSite["services"]): Promise<Record<string, string>> {
  await createRecord(services, olga, blocks.pages, blocks.pages.example);
  await createRecord(services, olga, blocks.articles, blocks.articles.example);
  return {
    "/-/page": blocks.pages.example?.pageAddress ?? "",
    "/-/articles": "/articles/topics/content/",
    "/-/article": blocks.articles.example?.pageAddress ?? "",
  };
}

test("every table that a cached page reads has a trigger that raises the site version", async () => {
  const { services } = site;
  const shared = new Set<string>();
  for (const { path, file } of loadingsIn(routes)) {
    if (file.startsWith("admin/")) continue;
    const handle = (await moduleOf(file)).handle as RouteHandle | undefined;
    if (handle?.shared) shared.add(path);
  }
  expect(shared.size).toBeGreaterThan(12);
  const addresses = await addOwnPages(services);
  const recorder = recordStatements();
  for (const { path, file } of loadingsIn(routes).filter((one) => shared.has(one.path))) {
    const { loader } = await moduleOf(file);
    const request = new Request(`http://localhost:3000${path}`);
    const context = contextWith({
      actor: async () => visitor,
      signInHeaders: () => new Headers(),
      services,
      facts: { requestId: "tables", clientAddress: "127.0.0.1" },
      nonce: "",
      noteRoute: () => {},
      address: addresses[path] ?? null,
      nextPageRules: null,
      look: undefined,
      outage: null,
    });
    await loader?.({ request, url: new URL(request.url), params: {}, pattern: path, context });
  }
  const statements = recorder.take();
  recorder.stop();
  const read = new Set(
    statements.flatMap(({ sql: text }) =>
      [...text.matchAll(/\b(?:from|join)\s+"?(\w+)"?/gi)].map(([, table]) => table),
    ),
  );
  const triggers = await sql<{ name: string }>`
    select distinct tbl_name as name from sqlite_master
    where type = 'trigger' and name like '%\\_on\\_site' escape '\\'`.execute(
    services.database.read,
  );
  const raising = new Set(triggers.rows.map(({ name }) => name));
  expect(read).toContain("content_records");
  expect([...read].filter((table) => !raising.has(table ?? ""))).toEqual([]);
});
