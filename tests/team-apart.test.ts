import { expect, test } from "vitest";
import { readSourceFiles } from "./support/source-files.ts";

// A person of the team shares no company with a customer (`src/companies/team-apart.server.ts`).
// Only these files write what could break this; `src/access/companies/team-apart.test.ts` tests them.
const writers: Readonly<Record<string, readonly string[]>> = {
  company_people: ["src/companies/company-people.server.ts"],
  user_records: ["src/access/admins/user-records.ts"],
  user: ["src/access/accounts/accounts.server.ts", "src/access/accounts/change-email.ts"],
  orders: [
    "src/orders/companies/company-orders.server.ts",
    // Hands the orders of a deleted account over within their company.
    "src/orders/personal-orders.server.ts",
    "src/orders/order-store.server.ts",
  ],
};
const columns = /\b(company_id|account_id|user_role|email_key|email(Verified)?)\s*[:,}]/;
const rawWrite = /\b(insert into|update|merge into)\s+"?(company_people|user_records|user)"?\s/i;
const libraryWrite = /\b(internalAdapter|adapter)\s*\.\s*(create|update)(User|\w*\([^)]*"user")/;

test("memberships, roles, confirmed addresses and companies of orders are written by checked functions only", () => {
  const program = readSourceFiles("src", [".ts", ".tsx"]).filter(
    ({ path }) => !/\.test\.tsx?$/.test(path),
  );
  const found = new Set<string>();
  for (const { path, text } of program) {
    if (rawWrite.test(text) || libraryWrite.test(text)) found.add(`${path} in SQL text`);
    for (const { 1: table = "", index } of text.matchAll(
      /(?:updateTable|insertInto)\(\s*"(company_people|user_records|user|orders)"/g,
    )) {
      const rest = text.slice(index);
      if (columns.test(rest.slice(0, rest.search(/\.(execute\w*|compile)\(/))))
        found.add(`${path} writes ${table}`);
    }
  }
  const allowed = Object.entries(writers).flatMap(([table, files]) =>
    files.map((file) => `${file} writes ${table}`),
  );
  expect([...found].toSorted()).toEqual(allowed.toSorted());
});
