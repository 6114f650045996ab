import { createHash } from "node:crypto";
import { newId } from "#platform/ids.ts";
import { openSiteDatabase } from "../databases/site-database.ts";

const numbers = [
  ["Clicks from Google Search", "1240", "980", "clicks", "Search Console, whole month"],
  ["Average position", "11.4", "14.2", "", "Search Console, whole month"],
  ["Pages without a title", "0", "12", "pages", "Furrow’s check of the website"],
] as const;

const line = (name: string, clicks: number, position: string) => ({
  name,
  clicks,
  impressions: clicks * 23,
  position,
});
const lists = {
  searches: [
    line("apple orchard fairfield", 210, "3.4"),
    line("old apple varieties", 188, "6.1"),
    line("when to plant plum trees", 122, "8.5"),
    line("cider press near me", 96, "9.2"),
    line("orchard open day", 71, "2.8"),
    line("pruning apple trees in winter without harming the branches", 54, "11.7"),
    line("quince jelly", 31, "12"),
    line("medlar", 22, "14.3"),
    line("scion wood", 12, "7.9"),
    line("perry pears", 6, "18.2"),
  ],
  pages: [
    line("https://orchard.example/", 402, "4.1"),
    line("https://orchard.example/varieties/", 377, "6.6"),
    line("https://orchard.example/visit/opening-hours-and-the-way-to-us/", 203, "5.2"),
  ],
};

/** A sent report of the present month with a link, in the SQLite file of a running site. */
export function insertMonthReportIn(file: string, orderId: string) {
  const database = openSiteDatabase(file);
  const insert = (table: string, values: Readonly<Record<string, string | number>>) => {
    const columns = Object.keys(values).map((column) => `"${column}"`);
    const places = columns.map(() => "?").join(", ");
    const statement = `insert into ${table} (${columns.join(", ")}) values (${places})`;
    database.prepare(statement).run(...Object.values(values));
  };
  const { company } = database
    .prepare("select company_id as company from orders where id = ?")
    .get(orderId) as { company: string };
  const [id, now] = [newId(), Date.now()];
  const month = new Date(now).toISOString().slice(0, 7);
  const token = newId();
  insert("month_reports", {
    id,
    order_id: orderId,
    month,
    state: "sent",
    revision: 1,
    done: "We wrote twelve titles and set up the local listing.\nTwo pages were sown anew.",
    changed: "Pages without a title: 12 → 0.",
    next: "The pages about the orchard, and answers to the questions that people search for.",
    author: "owner@example.com",
    reviewer: "owner@example.com",
    updated_at: now,
    sent_at: now,
  });
  for (const [index, [label, value, earlier, unit, source]] of numbers.entries()) {
    insert("month_report_numbers", {
      report_id: id,
      position: index + 1,
      label,
      value,
      earlier,
      unit,
      source,
    });
  }
  for (const [kind, lines] of Object.entries(lists)) {
    insert("month_report_lists", {
      report_id: id,
      kind,
      figures_id: newId(),
      lines: JSON.stringify(lines),
      source: "Search Console, Nov 1 – 30, 2026, Pacific time",
      note:
        kind === "searches"
          ? "All listed searches together have 812 of the 1,240 clicks: Search Console leaves out rare searches, so that nobody can be recognised by them."
          : "",
    });
  }
  insert("month_report_links", {
    id: newId(),
    report_id: id,
    company_id: company,
    created_at: now,
    token_hash: createHash("sha256").update(token).digest("hex"),
    expires_at: now + 30 * 24 * 60 * 60_000,
  });
  database.close();
  return { month, shared: token };
}
