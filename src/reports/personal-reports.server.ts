import { companyWithOrders } from "../orders/personal-company.server.ts";
import { rowChunks } from "../platform/database/row-chunks.ts";
import { isoTime } from "../platform/time/dates.ts";
import type { PersonalData } from "../policy/personal-data.ts";
import { withNumbers } from "./report-record.server.ts";
import { positionWords } from "./searches/search-positions.ts";

/** The sent reports about the orders of an account. */
export const personalReports: PersonalData = {
  name: "monthReports",
  async *records(queries, { accountId }) {
    const chunks = rowChunks(
      { after: "" },
      (row: { readonly id: string }) => row.id,
      (after, size) =>
        queries
          .selectFrom("orders")
          .innerJoin("month_reports as report", "report.order_id", "orders.id")
          .selectAll("report")
          .select("orders.number as order")
          .where("orders.account_id", "=", accountId)
          .where("orders.company_id", "in", companyWithOrders(queries, accountId))
          .where("report.state", "=", "sent")
          .where("report.id", ">", after)
          .orderBy("report.id")
          .limit(size)
          .execute(),
    );
    for await (const rows of chunks) {
      const reports = await withNumbers(queries, rows);
      yield reports.map(
        ({ month, done, changed, next, numbers, lists, searches, sentAt }, index) => ({
          order: rows[index]?.order ?? 0,
          month,
          done,
          changed,
          next,
          numbers: numbers.map((one) => ({ ...one })),
          lists: lists.map(({ kind, source, lines }) => ({
            kind,
            source,
            lines: lines.map((line) => ({ ...line })),
          })),
          searches: (searches?.lines ?? []).map(({ search, positions }) => ({
            search,
            positions: Object.fromEntries(
              (searches?.months ?? []).map((of, nth) => [of, positionWords(positions[nth] ?? "")]),
            ),
          })),
          at: isoTime(sentAt ?? 0),
        }),
      );
    }
  },
  /**
   * Deletes the reports with their links, because reports are about the website of the customer.
   */
  async forget(tx, { accountId }) {
    const ofAccount = tx.selectFrom("orders").select("id").where("account_id", "=", accountId);
    const reports = tx.selectFrom("month_reports").select("id").where("order_id", "in", ofAccount);
    await tx.deleteFrom("month_report_links").where("report_id", "in", reports).execute();
    await tx.deleteFrom("month_report_lists").where("report_id", "in", reports).execute();
    await tx.deleteFrom("month_report_numbers").where("report_id", "in", reports).execute();
    // Foreign keys delete the numbers and lists of a file together with the file.
    await tx.deleteFrom("order_figures").where("order_id", "in", ofAccount).execute();
    // Foreign keys delete the searches of a list and their positions.
    await tx.deleteFrom("order_search_lists").where("order_id", "in", ofAccount).execute();
    await tx.deleteFrom("month_reports").where("order_id", "in", ofAccount).execute();
  },
};
