import type { Hono } from "hono";
import { z } from "zod";
import { isMonth } from "#bookkeeping/months/month.ts";
import {
  type ListedMonth,
  listMonths,
  type MonthState,
  readMonth,
} from "#bookkeeping/months/read-months.ts";
import {
  listStatements,
  readStatementFile,
  type StatementFile,
} from "#bookkeeping/statements/read-statements.ts";
import { rowStates } from "#bookkeeping/statements/row-state.ts";
import { statementFormats } from "#bookkeeping/statements/statement-row.ts";
import { taxCategories } from "#invoices/invoice-document.ts";
import { amountFromCents } from "#platform/money.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";

const tag = "Books";

const amount = z.string().meta({ description: 'US dollars such as "149.00"' });
const count = z.int().min(0);

const statementSchema = z.strictObject({
  _id: z.string(),
  provider: z.string().meta({ description: "Account that the file is about, such as paypal" }),
  format: z.enum(statementFormats),
  name: z.string(),
  account: z.string().meta({ description: "Email address; empty where the file names none" }),
  rows: count,
  knownRows: count.meta({ description: "Rows that an earlier file had" }),
  isComplete: z.boolean().meta({ description: "false while the upload is stored" }),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  uploadedAt: z.iso.datetime(),
  uploadedBy: z.string(),
  states: z.partialRecord(z.enum(rowStates), count),
  toExplain: count,
});

const monthStates = [
  "running",
  "open",
  "closed",
  "before",
] as const satisfies readonly MonthState[];

const providerSchema = z.strictObject({
  provider: z.string(),
  entries: count,
  payments: amount,
  refunds: amount,
  disputes: amount,
  wonDisputes: amount,
  ledger: amount.meta({ description: "Sum of the ledger" }),
  fees: amount,
  net: amount.meta({ description: "Ledger less fees" }),
  payouts: amount,
  other: amount,
  differences: amount,
});

const monthSchema = z.strictObject({
  month: z.string(),
  state: z.enum(monthStates),
  closedAt: z.iso.datetime().nullable(),
  closedBy: z.string(),
  providers: z.array(providerSchema),
  tax: z.array(
    z.strictObject({
      category: z.enum(taxCategories),
      ratePercent: z.string(),
      documents: count,
      net: amount,
      tax: amount,
      total: amount,
    }),
  ),
  invoices: count,
  creditNotes: count,
  invoiced: amount.meta({ description: "Invoices less credit notes" }),
  inTaxCurrency: z
    .array(
      z.strictObject({
        category: z.enum(taxCategories),
        ratePercent: z.string(),
        currency: z.string(),
        documents: count,
        tax: amount,
        total: amount,
      }),
    )
    .meta({ description: "Invoices less credit notes, as they state them to the tax authority" }),
});

const wholeMonthSchema = monthSchema.extend({
  entries: count,
  lateEntries: count.meta({ description: "Entries of closed months that came later" }),
  rowsToExplain: count,
  entriesInNoStatement: count,
  waitingInvoices: count,
  hash: z.string().meta({ description: "SHA-256 of the snapshot; empty while it is open" }),
});

const pageQuery = z.object({
  page: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, "The page must be a whole number from 1.")
    .transform(Number)
    .optional(),
});
const untilQuery = z.object({
  until: z
    .string()
    .refine(isMonth, "The month must be one such as 2026-11.")
    .optional()
    .meta({ description: "The newest month to list, such as 2026-11" }),
});

/** Statements of providers and the months of the books. */
export function bookRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  const admin = { tag, who: "admin" } as const;
  addCall(api, "GET", "/statements", {
    ...admin,
    summary: "Uploaded statements of providers",
    detail: "Newest first, fifty at once.",
    query: pageQuery,
    answer: { schema: z.array(statementSchema) },
    run: async ({ context, actor }) => {
      const { page = 1 } = parseOrThrow(pageQuery, context.req.query());
      const { items } = await listStatements(services, actor, { page, pageSize: 50 });
      return items.map(shownStatement);
    },
  });
  addCall(api, "GET", "/statement/:id", {
    ...admin,
    summary: "One statement",
    answer: { schema: statementSchema },
    run: async ({ actor, id }) => shownStatement(await readStatementFile(services, actor, id)),
  });
  addCall(api, "GET", "/months", {
    ...admin,
    summary: "Months of the books with their sums",
    detail: "Newest first, twelve at once.",
    query: untilQuery,
    answer: { schema: z.array(monthSchema) },
    run: async ({ context, actor }) => {
      const { until } = parseOrThrow(untilQuery, context.req.query());
      return (await listMonths(services, actor, until)).months.map(shownMonth);
    },
  });
  addCall(api, "GET", "/month/:id", {
    ...admin,
    summary: "One month of the books",
    detail: "The id is the month, such as 2026-11.",
    answer: { schema: wholeMonthSchema },
    run: async ({ actor, id }) => {
      const month = await readMonth(services, actor, id);
      return {
        ...shownMonth(month),
        entries: month.entries,
        lateEntries: month.late.length,
        rowsToExplain: month.points.openRows,
        entriesInNoStatement: month.points.lackingEntries,
        waitingInvoices: month.points.waitingInvoices,
        hash: month.hash,
      };
    },
  });
}

function shownStatement(file: StatementFile): z.output<typeof statementSchema> {
  return {
    _id: file.id,
    provider: file.family,
    format: file.format,
    name: file.name,
    account: file.account,
    rows: file.rowCount,
    knownRows: file.knownCount,
    isComplete: file.isComplete,
    from: isoTime(file.from),
    until: isoTime(file.until),
    uploadedAt: isoTime(file.uploadedAt),
    uploadedBy: file.author,
    states: { ...file.counts },
    toExplain: file.open,
  };
}

function shownMonth({
  month,
  state,
  closedAt,
  closedBy,
  sums,
}: ListedMonth): z.output<typeof monthSchema> {
  return {
    month,
    state,
    closedAt: closedAt === null ? null : isoTime(closedAt),
    closedBy,
    providers: sums.providers.map((one) => ({
      provider: one.provider,
      entries: one.entries,
      payments: amountFromCents(one.paymentsCents),
      refunds: amountFromCents(one.refundsCents),
      disputes: amountFromCents(one.disputesCents),
      wonDisputes: amountFromCents(one.wonDisputesCents),
      ledger: amountFromCents(one.ledgerCents),
      fees: amountFromCents(one.feesCents),
      net: amountFromCents(one.netCents),
      payouts: amountFromCents(one.payoutsCents),
      other: amountFromCents(one.otherCents),
      differences: amountFromCents(one.differencesCents),
    })),
    tax: sums.tax.map((one) => ({
      category: one.category,
      ratePercent: one.ratePercent,
      documents: one.documents,
      net: amountFromCents(one.netCents),
      tax: amountFromCents(one.taxCents),
      total: amountFromCents(one.totalCents),
    })),
    invoices: sums.invoices,
    creditNotes: sums.creditNotes,
    invoiced: amountFromCents(sums.invoicedCents),
    inTaxCurrency: (sums.inTaxCurrency ?? []).map(({ taxCents, totalCents, ...one }) => ({
      ...one,
      tax: amountFromCents(taxCents),
      total: amountFromCents(totalCents),
    })),
  };
}
