import { z } from "zod";
import type { Database, WriteTransaction } from "#platform/database/database.ts";
import { AppError } from "#platform/errors.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import { dayOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight } from "#policy/rights.ts";
import { printedNumber } from "#settings/invoicing-form.ts";
import { readSetting } from "#settings/stored-settings.server.ts";
import { jumpTo, nextSequence, seriesOf } from "../series/next-number.server.ts";
import { issueBacklog } from "./backlog.server.ts";
import type { IssuingDependencies } from "./issue-due.server.ts";

/**
 * Stops the issuing of documents on a restored site, because the site may have given out numbers after
 * the backup was made. Also before invoicing is switched on: the lost site may have used it.
 */
export async function stopIssuing(tx: WriteTransaction, at: number): Promise<void> {
  await tx.updateTable("invoice_issuing").set({ restored_at: at }).execute();
}

const wholeNumber = "Enter the last number as digits, such as 12, or 0 if none was given out.";

const confirmationForm = z.strictObject({
  lastNumber: z
    .string(wholeNumber)
    .trim()
    .regex(/^\d{1,7}$/, wholeNumber)
    .transform(Number),
});

/**
 * Goes on after the last number that the site gave out before it was restored, and issues the
 * documents that wait. Input: `{ lastNumber }`, the number without year and pattern. Throws
 * "forbidden", "invalid" for a number below one that this database has given out, and "conflict" when
 * nothing has to be confirmed.
 */
export async function confirmLastNumber(
  deps: IssuingDependencies & { readonly database: Database; readonly clock: Clock },
  actor: Actor,
  input: unknown,
): Promise<void> {
  requireRight(actor, "change settings");
  const { lastNumber } = parseOrThrow<z.output<typeof confirmationForm>>(confirmationForm, input);
  await deps.database.write(async (tx) => {
    const at = deps.clock();
    const confirmed = await tx
      .updateTable("invoice_issuing")
      .set({ restored_at: null })
      .where("restored_at", "is not", null)
      .executeTakeFirstOrThrow();
    if (confirmed.numUpdatedRows === 0n) {
      throw new AppError("conflict", "The last number is confirmed already.");
    }
    const invoicing = await readSetting({}, tx, "invoicing");
    const today = dayOf(at, await deps.post.readTimeZone(tx));
    const seriesYear = seriesOf(invoicing, today);
    const least = (await nextSequence(tx, seriesYear)) - 1;
    const printed = (sequence: number) =>
      printedNumber(invoicing, { year: today.slice(0, 4), sequence });
    if (lastNumber < least) {
      const message = `The restored site itself has given out ${printed(least)}. Enter ${least} or more.`;
      throw new AppError("invalid", message, { issues: [{ path: "lastNumber", message }] });
    }
    await jumpTo(tx, { seriesYear, next: lastNumber + 1, day: today });
    await audit(tx, actor, {
      action: "Confirm last invoice number",
      subject: "setting",
      subjectId: "invoicing",
      label: "Invoices",
      before: { lastNumber: least },
      after: { lastNumber },
      at,
    });
    await issueBacklog(tx, at);
  });
}
