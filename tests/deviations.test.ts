import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenApiDocument } from "#api/docs/openapi-document.ts";
import { pagePatterns } from "./support/screens/page-paths.ts";
import { openSite, type TestSite } from "./support/servers/site.ts";
import {
  adminRoutes,
  contentCreates,
  customerRoutes,
  lists,
  orderRoute,
  otherCreates,
  publicRoutes,
  reads,
  updates,
} from "./support/specification.ts";

const document = readFileSync("docs/deviations.md", "utf8");

let site: TestSite;
beforeAll(async () => {
  site = await openSite();
});
afterAll(() => site.close());

/** The code in the first column of the table below a heading. */
function listedBelow(heading: string): string[] {
  const [, part = ""] = document.split(`### ${heading}\n`);
  const rows = (part.split(/^#/m)[0] ?? "").split("\n").filter((line) => line.startsWith("| `"));
  return rows.flatMap((row) =>
    [...(row.split(" | ")[0] ?? "").matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code),
  );
}

/** One spelling of a path: "{}" for each parameter, and no slash at the end. */
function spelled(path: string): string {
  return path.replaceAll(/\{[^}]*\}|:\w+/g, "{}").replace(/(.)\/$/, "$1");
}

/** In a listed path, "{}" is a parameter, and "letter-{}" a path that begins with "letter-". */
function isListed(path: string, listed: readonly string[]): boolean {
  return listed.some((each) => {
    const pattern = each.replaceAll(/(?<=[a-z]-)\{\}/g, "[a-z-]+").replaceAll("/{}", "/\\{\\}");
    return new RegExp(`^${pattern}$`).test(path);
  });
}

function unlisted(paths: readonly string[], specified: readonly string[], listed: string[]) {
  const known = new Set(specified.map(spelled));
  const spelledList = listed.map(spelled);
  return paths.map(spelled).filter((path) => !known.has(path) && !isListed(path, spelledList));
}

function unserved(paths: readonly string[], listed: readonly string[]): string[] {
  const served = paths.map(spelled);
  return listed.filter((each) => !served.some((path) => isListed(path, [spelled(each)])));
}

// Paths that no page has lead to the page “not found”.
const pages = pagePatterns.filter((path) => !path.endsWith("*"));
const specifiedPages = [...publicRoutes, orderRoute, ...customerRoutes, ...adminRoutes];

test("docs/deviations.md lists every page that the specification lacks, and no other page", () => {
  const listed = listedBelow("Pages that the specification lacks");
  expect(listed.length).toBeGreaterThan(80);
  expect(unlisted(pages, specifiedPages, listed)).toEqual([]);
  expect(unlisted([...pages, "/bananas/:bananaId"], specifiedPages, listed)).toEqual([
    "/bananas/{}",
  ]);
  expect(unserved(pages, listed)).toEqual([]);
  expect(listed.filter((path) => specifiedPages.map(spelled).includes(spelled(path)))).toEqual([]);
});

test("docs/deviations.md lists every call that the specification lacks, and no other call", async () => {
  const { paths } = (await (await site.call("GET", "/api/openapi.json")).json()) as OpenApiDocument;
  const calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replace("/api", "")}`),
  );
  const of = (method: string, names: readonly string[]) => names.map((path) => `${method} ${path}`);
  const specified = [
    ...of("GET", [...lists.split(", "), ...reads.split(", ")]),
    ...of("POST", [...Object.keys(contentCreates), ...otherCreates.split(", ")]),
    ...of("PUT", updates.split(", ")),
  ];
  // `GET PUT /path` is listed for both methods.
  const listed = listedBelow("Calls that the specification lacks").flatMap((entry) => {
    const [path = "", ...methods] = entry.split(" ").reverse();
    return methods.map((method) => `${method} ${path}`);
  });
  expect(listed.length).toBeGreaterThan(150);
  expect(unlisted(calls, specified, listed)).toEqual([]);
  expect(unlisted([...calls, "POST /bananas"], specified, listed)).toEqual(["POST /bananas"]);
  expect(unserved(calls, listed)).toEqual([]);
  expect(listed.filter((call) => specified.map(spelled).includes(spelled(call)))).toEqual([]);
});
