import { sql } from "kysely";
import type { WriteTransaction } from "#platform/database/database.ts";
import { preparedQuery } from "#platform/database/prepared-query.ts";
import type { Invoicing } from "#settings/invoicing.ts";
import { printedNumber } from "#settings/invoicing-form.ts";

/** The series of a day's documents: its year, or 0 for numbers that run through. */
export function seriesOf({ isPerYear }: Pick<Invoicing, "isPerYear">, day: string): number {
  return isPerYear ? Number(day.slice(0, 4)) : 0;
}

export interface NewNumber {
  readonly seriesYear: number;
  readonly sequence: number;
  readonly number: string;
  /** The day of the document: today, or the day of the document before if that is later. */
  readonly issuedOn: string;
}

/**
 * Takes the next number of the series. The row of the counter stays locked until the transaction
 * ends, and a transaction that is rolled back gives its number back, so no number is missing and
 * none is given twice. Null, with the counter unchanged, when another series has given out the same
 * printed number.
 */
export async function takeNumber(
  tx: WriteTransaction,
  invoicing: Invoicing,
  today: string,
): Promise<NewNumber | null> {
  const seriesYear = seriesOf(invoicing, today);
  const [counter] = await count(tx, { seriesYear, today });
  if (counter === undefined) throw new Error("The counter of the invoices is not there.");
  const sequence = counter.next - 1;
  const issuedOn = counter.last_day;
  const number = printedNumber(invoicing, { year: issuedOn.slice(0, 4), sequence });
  const [taken] = await withNumber(tx, { number });
  if (taken === undefined) return { seriesYear, sequence, number, issuedOn };
  await tx
    .updateTable("invoice_series")
    .set({ next: sequence })
    .where("series_year", "=", seriesYear)
    .execute();
  return null;
}

const count = preparedQuery(
  (queries, { seriesYear, today }: { readonly seriesYear: number; readonly today: string }) =>
    queries
      .insertInto("invoice_series")
      .values({ series_year: seriesYear, next: 2, last_day: today })
      .onConflict((conflict) =>
        conflict.column("series_year").doUpdateSet(({ eb, ref, case: when }) => ({
          next: eb("invoice_series.next", "+", 1),
          last_day: when()
            .when("invoice_series.last_day", ">", ref("excluded.last_day"))
            .then(ref("invoice_series.last_day"))
            .else(ref("excluded.last_day"))
            .end(),
        })),
      )
      .returning(["next", "last_day"])
      .compile(),
);

const withNumber = preparedQuery((queries, { number }: { readonly number: string }) =>
  queries.selectFrom("invoices").select("id").where("number", "=", number).compile(),
);

/** The number that the next document of the series gets; 1 before the first. */
export async function nextSequence(
  queries: Pick<WriteTransaction, "selectFrom">,
  seriesYear: number,
): Promise<number> {
  const row = await queries
    .selectFrom("invoice_series")
    .select("next")
    .where("series_year", "=", seriesYear)
    .executeTakeFirst();
  return row?.next ?? 1;
}

/**
 * Lets the series go on with a higher number, and stores which numbers are skipped. Does nothing for
 * the number that comes next anyway.
 */
export async function jumpTo(
  tx: WriteTransaction,
  { seriesYear, next, day }: { readonly seriesYear: number; readonly next: number; day: string },
): Promise<void> {
  // Creates the row, if it is not there, and locks it.
  const { next: present } = await tx
    .insertInto("invoice_series")
    .values({ series_year: seriesYear, next: 1, last_day: day })
    .onConflict((conflict) =>
      conflict.column("series_year").doUpdateSet({ next: sql.ref("invoice_series.next") }),
    )
    .returning("next")
    .executeTakeFirstOrThrow();
  if (next <= present) return;
  await tx
    .updateTable("invoice_series")
    .set({ next })
    .where("series_year", "=", seriesYear)
    .execute();
  await tx
    .insertInto("invoice_number_jumps")
    .values({ series_year: seriesYear, after_number: present - 1, next_number: next })
    .onConflict((conflict) =>
      conflict.columns(["series_year", "after_number"]).doUpdateSet({ next_number: next }),
    )
    .execute();
}
