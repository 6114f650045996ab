import type { WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { dayOf } from "#platform/time/dates.ts";
import type { Invoicing } from "#settings/invoicing.ts";
import { printedNumber } from "#settings/invoicing-form.ts";
import { jumpTo, nextSequence, seriesOf } from "../series/next-number.server.ts";
import { issueBacklog } from "./backlog.server.ts";
import type { IssuingDependencies } from "./issue-due.server.ts";

interface InvoicingChange {
  readonly at: number;
  readonly before: Invoicing;
  readonly after: Invoicing;
}

/**
 * Follows a change of the setting in its transaction. Throws "invalid" for numbers that were given
 * out.
 */
export async function followInvoicing(
  tx: WriteTransaction,
  { post }: IssuingDependencies,
  { at, before, after }: InvoicingChange,
): Promise<void> {
  if (before.isOn !== after.isOn) {
    await tx
      .updateTable("invoice_issuing")
      .set({ since: after.isOn ? at : null })
      .execute();
  }
  const today = dayOf(at, await post.readTimeZone(tx));
  const seriesYear = seriesOf(after, today);
  const isFirstChanged = before.firstNumber !== after.firstNumber;
  if (isFirstChanged || before.isPerYear !== after.isPerYear) {
    const next = await nextSequence(tx, seriesYear);
    if (isFirstChanged && after.firstNumber < next) throw givenOut(next);
    await jumpTo(tx, { seriesYear, next: after.firstNumber, day: today });
  }
  await requireFreeNumbers(tx, after, { seriesYear, year: today.slice(0, 4) });
  await issueBacklog(tx, at);
}

/** Refuses numbers that would run into those of another series. */
async function requireFreeNumbers(
  tx: WriteTransaction,
  after: Invoicing,
  { seriesYear, year }: { readonly seriesYear: number; readonly year: string },
): Promise<void> {
  const next = await nextSequence(tx, seriesYear);
  const [before = "", behind = ""] = after.pattern.replace("{year}", year).split("{number}");
  const escaped = (text: string) => text.replaceAll(/[\\%_]/g, "\\$&");
  const others = await tx
    .selectFrom("invoices")
    .select(["number", "sequence"])
    .where("series_year", "!=", seriesYear)
    .where("sequence", ">=", next)
    .where("number", "like", `${escaped(before)}%${escaped(behind)}`)
    .orderBy("sequence", "desc")
    .execute();
  const last = others.find(
    ({ number, sequence }) => number === printedNumber(after, { year, sequence }),
  );
  if (last !== undefined) throw givenOut(last.sequence + 1);
}

function givenOut(least: number): AppError {
  const message = `Lower numbers were given out already, and no number is given twice. Enter ${least} or more.`;
  return new AppError("invalid", message, {
    issues: [{ path: "invoicing.firstNumber", message }],
  });
}
