import { expect, test } from "vitest";
import { readSourceFiles, type SourceFile } from "./support/source-files.ts";

// A person of the team shares no company with a customer (`src/companies/team-apart.server.ts`).
// These tests find each statement that could break this, so that no new one can forget the check.

interface Write {
  readonly table: string;
  /** Columns whose change matters; undefined for all. */
  readonly columns?: RegExp;
  /** The only files that may write them. */
  readonly files: readonly string[];
  /** The check that the function must call after the statement. */
  readonly check?: RegExp;
}

const updates: readonly Write[] = [
  {
    table: "company_people",
    columns: /\b(company_id|account_id)\s*[:,}]/,
    files: ["src/companies/company-people.server.ts"],
    check: /await requireTeamApart\(/,
  },
  {
    table: "user_records",
    files: ["src/access/admins/user-records.ts"],
    check: /await requireAddressApart\(/,
  },
  {
    table: "user",
    columns: /\bemail(Verified)?\s*[:,}]/,
    files: ["src/access/accounts/accounts.server.ts"],
    check: /await requireAddressApart\(/,
  },
  {
    table: "orders",
    columns: /\b(company_id|account_id)\s*[:,}]/,
    // The second hands the orders of a deleted account over within their company.
    files: [
      "src/orders/companies/company-orders.server.ts",
      "src/orders/personal-orders.server.ts",
    ],
  },
];

const inserts: readonly Write[] = [
  {
    table: "company_people",
    files: ["src/companies/company-people.server.ts"],
    check: /await requireTeamApart\(/,
  },
  {
    table: "user_records",
    files: ["src/access/admins/user-records.ts"],
    check: /await requireAddressApart\(/,
  },
  // A new account has no colleagues and no orders.
  { table: "user", files: ["src/access/accounts/accounts.server.ts"] },
  { table: "orders", files: ["src/orders/order-store.server.ts"] },
];

function faultsIn({ path, text }: SourceFile): string[] {
  return [...findFaults(path, text, "updateTable", updates)].concat([
    ...findFaults(path, text, "insertInto", inserts),
  ]);
}

function* findFaults(path: string, text: string, call: string, writes: readonly Write[]) {
  for (const { table, columns, files, check } of writes) {
    for (const { index } of text.matchAll(new RegExp(`${call}\\(\\s*"${table}"`, "g"))) {
      const rest = text.slice(index);
      const statement = rest.slice(0, rest.search(/\.(execute\w*|compile)\(/));
      if (columns !== undefined && !columns.test(statement)) continue;
      if (!files.includes(path)) yield `${path} writes ${table}, which only ${files} may do.`;
      const restOfFunction = rest.slice(0, rest.search(/^\}/m));
      if (check !== undefined && !check.test(restOfFunction)) {
        yield `${path} writes ${table} and does not call ${check.source}`;
      }
    }
  }
}

const rawWrite = /\b(insert into|update|merge into)\s+"?(company_people|user_records|user)"?\s/i;
const libraryWrite = /\b(internalAdapter|adapter)\s*\.\s*(create|update)(User|\w*\([^)]*"user")/;

const program = readSourceFiles("src", [".ts", ".tsx"]).filter(
  ({ path }) => !/\.test\.tsx?$/.test(path),
);

test("memberships, roles, confirmed addresses and companies of orders are written by checked functions only", () => {
  expect(program.flatMap(faultsIn)).toEqual([]);
  for (const { table, files } of [...updates, ...inserts]) {
    for (const file of files) {
      const text = program.find(({ path }) => path === file)?.text ?? "";
      expect(text, `${file} writes ${table}`).toMatch(
        new RegExp(`(updateTable|insertInto)\\(\\s*"${table}"`),
      );
    }
  }
});

test("no statement in SQL text and no call of better-auth writes them", () => {
  const found = program.filter(({ text }) => rawWrite.test(text) || libraryWrite.test(text));
  expect(found.map(({ path }) => path)).toEqual([]);
});

test("the search finds a write that forgets the check, and a write elsewhere", () => {
  const update = `async function give(tx) {
    await tx.updateTable("user_records").set({ user_role: "Worker" }).execute();
}`;
  expect(faultsIn({ path: "src/access/admins/user-records.ts", text: update })).toHaveLength(1);
  expect(faultsIn({ path: "src/orders/a.ts", text: update })).toHaveLength(2);
  const rights = `tx.updateTable("company_people").set({ orders: 1 }).execute()`;
  expect(faultsIn({ path: "src/access/companies/own-company.ts", text: rights })).toEqual([]);
  expect(rawWrite.test('sql`update "user" set email = 1`')).toBe(true);
  expect(libraryWrite.test("internalAdapter.updateUser(id, {})")).toBe(true);
});
