import type { Hono } from "hono";
import { z } from "zod";
import { fileResponse } from "#files/file-response.ts";
import { documentKinds, taxCategories } from "#invoices/invoice-document.ts";
import type { StoredInvoice } from "#invoices/invoice-tables.server.ts";
import { issueByHand, reissueByHand, reissueForm } from "#invoices/issuing/issue-by-hand.ts";
import { allInvoices, readInvoice, readInvoiceFile } from "#invoices/read-invoices.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import { isDay } from "#platform/time/calendar.ts";
import { isoTime } from "#platform/time/dates.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall } from "../call.ts";
import { listQuery, listRange, streamedList } from "../list-response.ts";

const tag = "Invoices";

const cents = z.int();
const day = z.string().meta({ description: "Such as 2027-01-31, in the site's time zone" });
const address = {
  street: z.string(),
  postcode: z.string(),
  city: z.string(),
  country: z.string().meta({ description: "ISO 3166-1 alpha-2" }),
};
const part = { label: z.string(), netCents: cents };

const invoiceSchema = z.strictObject({
  _id: z.string(),
  orderId: z.string(),
  correctsId: z.string().nullable().meta({ description: "`_id` of the invoice that it credits" }),
  issuedAt: z.iso.datetime(),
  kind: z.enum(documentKinds),
  number: z.string(),
  issuedOn: day,
  currency: z.string(),
  corrects: z.strictObject({ number: z.string(), issuedOn: day }).nullable(),
  replacedBy: z
    .string()
    .optional()
    .meta({ description: "Number of the invoice in the place of the corrected one" }),
  reason: z.string(),
  seller: z.strictObject({
    name: z.string(),
    ...address,
    vatNumber: z.string(),
    registration: z.string(),
    email: z.string(),
    iban: z.string(),
  }),
  buyer: z.strictObject({
    name: z.string(),
    contact: z.string(),
    ...address,
    vatNumber: z.string(),
    purchaseOrder: z.string(),
    email: z.string(),
  }),
  orderNumber: z.int(),
  period: z.strictObject({ from: day, until: day }).nullable(),
  lines: z.array(z.strictObject({ ...part, quantity: z.int() })),
  allowances: z.array(z.strictObject({ ...part, on: day.optional() })),
  tax: z.strictObject({
    category: z.enum(taxCategories),
    ratePercent: z.number(),
    reason: z.string(),
  }),
  netCents: cents,
  taxCents: cents,
  roundingCents: cents,
  totalCents: cents.meta({ description: "Positive, also on a credit note" }),
  paidCents: cents,
  payment: z
    .strictObject({
      means: z.enum(["card", "PayPal", "bank transfer", "other"]),
      on: day,
      reference: z.string(),
    })
    .nullable(),
  inTaxCurrency: z
    .strictObject({
      currency: z.string(),
      rate: z.string(),
      taxCents: cents,
      totalCents: cents,
    })
    .nullable(),
  notes: z.array(z.string()),
});

const dayQuery = z.string().refine(isDay, "Write a date such as 2027-01-31.").optional();

const searchQuery = z.object({
  kind: z.enum(documentKinds, `The kind is one of ${documentKinds.join(", ")}.`).optional(),
  from: dayQuery,
  to: dayQuery,
});

export function invoiceRoutes(api: Hono<ApiContext>, services: ApiDependencies): void {
  const admin = { tag, who: "admin" } as const;
  addCall(api, "GET", "/invoices", {
    ...admin,
    summary: "Every invoice and credit note",
    detail: "Oldest first. `from` and `to` are days, both included.",
    query: listQuery.extend(searchQuery.shape),
    answer: { schema: z.array(invoiceSchema) },
    refusals: [404],
    run: ({ context, actor }) => {
      const search = parseOrThrow<z.output<typeof searchQuery>>(searchQuery, context.req.query());
      const { kind = "", from = "", to = "" } = search;
      const chunks = allInvoices(services, actor, {
        kind,
        from,
        to,
        sort: "oldest",
        ...listRange(context),
      });
      return streamedList(context, services.log, chunks, shownInvoice);
    },
  });
  addCall(api, "GET", "/invoice/:id", {
    ...admin,
    summary: "One invoice or credit note",
    answer: { schema: invoiceSchema },
    run: async ({ actor, id }) => shownInvoice(await readInvoice(services, actor, id)),
  });
  addCall(api, "GET", "/invoice/:id/:kind", {
    ...admin,
    summary: "The stored bytes of an invoice or credit note",
    detail:
      "`kind` is pdf, ubl or cii. 404 while the files are made, and for an e-invoice that breaks a rule of EN 16931.",
    answer: { type: "application/octet-stream", schema: z.file() },
    run: async ({ context, actor, id, kind }) =>
      fileResponse(services, await readInvoiceFile(services, actor, id, kind), context.req.raw),
  });
  addCall(api, "POST", "/order/:id/invoices", {
    ...admin,
    summary: "Issues the invoice of an order that was paid before invoicing was switched on",
    detail: "Answers with the new documents. 409 when nothing was paid, or nothing is missing.",
    answer: { status: 201, schema: z.array(invoiceSchema) },
    refusals: [409],
    run: async ({ actor, id }) => (await issueByHand(services, actor, id)).map(shownInvoice),
  });
  addCall(api, "POST", "/order/:id/invoices/replacement", {
    ...admin,
    summary: "Replaces the invoices of an order by one with the buyer’s present details",
    detail: "Answers with the credit notes and the new invoice.",
    body: { schema: reissueForm, example: { reason: "The address has changed." } },
    answer: { status: 201, schema: z.array(invoiceSchema) },
    refusals: [409],
    run: async ({ actor, id, body }) =>
      (await reissueByHand(services, actor, id, body)).map(shownInvoice),
  });
}

function shownInvoice({ id, orderId, correctsId, issuedAt, document }: StoredInvoice) {
  return { _id: id, orderId, correctsId, issuedAt: isoTime(issuedAt), ...document };
}
