import { createHash } from "node:crypto";
import { newId } from "../../src/platform/ids.ts";
import { openSiteDatabase } from "./site-database.ts";

const numbers = [
  ["Clicks from Google Search", "1240", "980", "clicks", "Search Console, whole month"],
  ["Average position", "11.4", "14.2", "", "Search Console, whole month"],
  ["Pages without a title", "0", "12", "pages", "Furrow’s check of the website"],
] as const;

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
    ...{ id, order_id: orderId, month, state: "sent", revision: 1 },
    done: "We wrote twelve titles and set up the local listing.\nTwo pages were sown anew.",
    changed: "Pages without a title: 12 → 0.",
    next: "The pages about the orchard, and answers to the questions that people search for.",
    ...{ author: "owner@example.com", reviewer: "owner@example.com" },
    ...{ updated_at: now, sent_at: now },
  });
  for (const [index, [label, value, earlier, unit, source]] of numbers.entries()) {
    insert("month_report_numbers", {
      ...{ report_id: id, position: index + 1, label, value, earlier, unit, source },
    });
  }
  insert("month_report_links", {
    ...{ id: newId(), report_id: id, company_id: company, created_at: now },
    token_hash: createHash("sha256").update(token).digest("hex"),
    expires_at: now + 30 * 24 * 60 * 60_000,
  });
  database.close();
  return { month, shared: token };
}
