import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { rightsOf } from "#policy/rights.ts";
import { roleName, type StaffRole, teamRoles } from "#policy/roles.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const security = readFileSync(`${root}docs/security.md`, "utf8");

/** Tests that docs/security.md names. The document quotes parts of titles after a file's path. */
function namedTests(): { file: string; title: string }[] {
  const named = /`((?:src|tests)\/\S+?\.test\.tsx?)`((?:,? “[^”]+”)+)/g;
  return [...security.matchAll(named)].flatMap(([, file = "", titles = ""]) =>
    [...titles.matchAll(/“([^”]+)”/g)].map(([, title = ""]) => ({ file, title })),
  );
}

test("every test that docs/security.md names exists", () => {
  const named = namedTests();
  const quoted = security.match(/“[^”]+”/g) ?? [];
  expect(named).toHaveLength(quoted.length);
  const missing = named.filter(
    ({ file, title }) =>
      !existsSync(root + file) || !readFileSync(root + file, "utf8").includes(title),
  );
  expect(missing).toEqual([]);
});

test("every file that docs/security.md names exists", () => {
  const files = [...security.matchAll(/`((?:src|tests)\/\S+?\.tsx?)`/g)].map(([, file]) => file);
  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !existsSync(root + file))).toEqual([]);
});

test("docs/security.md has each of the 52 cases in exactly one row", () => {
  const rows = [...security.matchAll(/^\| ((?:\d+(?:, )?)+) /gm)];
  const cases = rows.flatMap(([, numbers = ""]) => numbers.split(", ").map(Number));
  expect(cases.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 52 }, (_, i) => i + 1));
});

test("docs/security.md names the roles that see passwords of orders, and no other role", () => {
  const [row = ""] = /^\| Passwords of orders \| encrypted.*$/m.exec(security) ?? [];
  const [sentence = ""] = /Only [^.]+ see one/.exec(row) ?? [];
  const mayShow = teamRoles.filter((role) => {
    if (role === "Admin") return true;
    const { inEveryRoom, inAssignedRooms } = rightsOf(role as StaffRole);
    return [...inEveryRoom, ...inAssignedRooms].includes("show order passwords");
  });
  const isNamed = (role: string) => new RegExp(`\\b${roleName(role)}\\b`, "i").test(sentence);
  expect(teamRoles.filter(isNamed)).toEqual(mayShow);
});
