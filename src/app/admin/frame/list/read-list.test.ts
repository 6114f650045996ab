import { describe, expect, test } from "vitest";
import { peopleList } from "#app/admin/people/customers/people-list.tsx";
import { auditList } from "#app/admin/settings/audit/audit-table.tsx";
import type { List } from "./define-list.ts";
import { listExports } from "./list-exports.server.ts";
import { readListQuery } from "./read-list.server.ts";

const read = <const L extends List>(list: L, query: string) =>
  readListQuery(new Request(`http://localhost${list.path}?${query}`), list);

describe("The URL of a list", () => {
  test("gives the values of search, filters and sort, and the query in the order of the tabs", () => {
    const { values, query } = read(peopleList, "sort=newest&page=2&state=confirmed&search=+ada+");
    expect(values).toEqual({ search: "ada", state: "confirmed", sort: "newest" });
    expect(query).toBe("search=ada&state=confirmed&sort=newest");
  });

  test("has the default instead of an invalid value", () => {
    const { values, query } = read(peopleList, `sort=x&state=x&search=${"a".repeat(300)}`);
    expect(values).toEqual({ search: "a".repeat(254), state: "", sort: "email-a-z" });
    expect(query).toBe(`search=${"a".repeat(254)}`);
    expect(read(auditList, "from=2026-02-30&until=2026-02-28").query).toBe("until=2026-02-28");
  });
});

test("the columns of the CSV files stay as programs know them", () => {
  const headings = [...listExports].map(([name, list]) => [name, list.headings.join()]);
  expect(Object.fromEntries(headings)).toEqual({
    messages: "Full Name,Phone Number,Email,Subject,Message,Message Status",
    invoices:
      "Number,Date,Customer,Country,VAT number,Kind,Credits,Net,Tax category,Tax rate,Tax,Rounding,Total,Currency,Order,Tax currency,Tax in tax currency,Total in tax currency",
    mails: "Queued,Recipient,Subject,State,Attempts,Sent,Error",
    people: "Email,Name,Address confirmed,Registered",
    payments: "Order,Customer,Amount,After refunds,Currency,State,Transaction,Received,Provider",
    subscriptions:
      "Customer,Email,Company,Website,Plan,Price,Charged,State,Next payment,Next amount,Last day,Since,Paid in all,Refunded,Taken back,Periods,Paid by",
    "site-checks": "Website,Checked,State,Findings,May be emailed,Order,Result,Asked by,Person",
  });
});
