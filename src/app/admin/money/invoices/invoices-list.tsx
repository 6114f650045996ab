import { Badge } from "@mantine/core";
import { choicesOf, defineList, type ListColumn } from "#app/admin/frame/list/define-list.ts";
import type { StoredInvoice } from "#invoices/invoice-tables.server.ts";
import type { CsvCell } from "#platform/texts/csv.ts";
import type { InvoiceRow } from "./invoice-row.server.ts";

const signed = ({ document: { kind } }: StoredInvoice, cents: number) => ({
  cents: kind === "invoice" || cents === 0 ? cents : -cents,
});

const columns: readonly ListColumn<InvoiceRow, StoredInvoice>[] = [
  {
    heading: "Number",
    place: "title",
    cell: ({ number }) => number,
    whole: ({ number }) => number,
    csv: ({ document }) => document.number,
  },
  {
    heading: "Date",
    place: "date",
    sorts: ["newest", "oldest"],
    cell: ({ date, issuedOn }) => <time dateTime={issuedOn}>{date}</time>,
    csv: ({ document }) => document.issuedOn,
  },
  {
    heading: "Customer",
    place: "detail",
    cell: ({ customer }) => customer,
    whole: ({ customer }) => customer,
    csv: ({ document }) => document.buyer.name,
  },
  { heading: "Country", csv: ({ document }) => document.buyer.country },
  { heading: "VAT number", csv: ({ document }) => document.buyer.vatNumber },
  {
    heading: "Kind",
    place: "mark",
    cell: ({ kind, isCredit }) => <KindBadge kind={kind} isCredit={isCredit} />,
    csv: ({ document }) => document.kind,
  },
  { heading: "Credits", csv: ({ document }) => document.corrects?.number ?? "" },
  { heading: "Net", csv: (row) => signed(row, row.document.netCents) },
  { heading: "Tax category", csv: ({ document }) => document.tax.category },
  { heading: "Tax rate", csv: ({ document }) => String(document.tax.ratePercent) },
  {
    heading: "Tax",
    place: "wide",
    end: true,
    cell: ({ tax }) => tax,
    csv: (row) => signed(row, row.document.taxCents),
  },
  { heading: "Rounding", csv: (row) => signed(row, row.document.roundingCents) },
  {
    heading: "Total",
    place: "value",
    end: true,
    cell: ({ total }) => total,
    csv: (row) => signed(row, row.document.totalCents),
  },
  { heading: "Currency", csv: ({ document }) => document.currency },
  {
    heading: "Order",
    place: "wide",
    cell: ({ orderNumber }) => `Order ${orderNumber}`,
    csv: ({ document }) => document.orderNumber,
  },
  { heading: "Tax currency", csv: ({ document }) => document.inTaxCurrency?.currency ?? "" },
  { heading: "Tax in tax currency", csv: (row) => inTaxCurrency(row, "taxCents") },
  { heading: "Total in tax currency", csv: (row) => inTaxCurrency(row, "totalCents") },
];

/** An amount as the document states it; "" where the document has only its own currency. */
function inTaxCurrency(row: StoredInvoice, amount: "taxCents" | "totalCents"): CsvCell {
  const stated = row.document.inTaxCurrency;
  return stated === null ? "" : signed(row, stated[amount]);
}

export const invoicesList = defineList({
  path: "/invoices",
  one: "document",
  many: "documents",
  search: {
    name: "q",
    label: "Search invoices",
    placeholder: "Number, order number or customer",
    maxLength: 200,
  },
  filters: [
    {
      name: "kind",
      label: "Kind",
      options: choicesOf({ invoice: "Invoices", "credit-note": "Credit notes" }),
    },
    { name: "from", label: "From", describe: (day) => `From ${day}` },
    { name: "to", label: "To", describe: (day) => `To ${day}` },
  ],
  sorts: ["newest", "oldest"],
  tabs: [
    { label: "All", query: "" },
    { label: "Invoices", query: "kind=invoice" },
    { label: "Credit notes", query: "kind=credit-note" },
  ],
  columns,
  csv: "/admin/csv/invoices",
});

export function KindBadge({ kind, isCredit }: Pick<InvoiceRow, "kind" | "isCredit">) {
  return (
    <Badge variant="dot" color={isCredit ? "orange" : "brand"} miw="max-content">
      {kind}
    </Badge>
  );
}
