import type { Business } from "#platform/business.ts";
import { openPdf, type PdfDress, pdfFonts } from "#platform/documents/pdf-document.ts";
import { dollarsFromCents, moneyIn } from "#platform/money.ts";
import { minuteOf } from "#platform/time/dates.ts";
import type { MonthSnapshot } from "../months/close-month.ts";
import { monthName } from "../months/month.ts";
import { netInWords, providerTitle } from "../months/month-sums.server.ts";
import { categoryWords } from "./category-words.ts";

interface SnapshotPdf {
  readonly snapshot: MonthSnapshot;
  readonly hash: string;
  readonly seller: Pick<Business, "name">;
  readonly dress: PdfDress;
}

/** A closed month as a PDF. */
export async function monthPdf({ snapshot, hash, seller, dress }: SnapshotPdf): Promise<Buffer> {
  const { sums, timeZone } = snapshot;
  const closedAt = minuteOf(Date.parse(snapshot.closedAt), { timeZone });
  const title = `${monthName(snapshot.month)}, closed`;
  const pdf = await openPdf(title, seller.name, dress);
  const { colours, write, display, heading, document, end } = pdf;
  const width = document.page.width - document.page.margins.left - document.page.margins.right;
  const line = (name: string, value: string) => {
    if (document.y > document.page.height - 90) document.addPage();
    const { y } = document;
    document.font(pdfFonts.text).fontSize(10).fillColor(colours.ink);
    document.text(value, document.page.margins.left, y, { width, align: "right" });
    document.x = document.page.margins.left;
    document.y = y;
    write(name, pdfFonts.text, 10, colours.ink, 0.25);
  };
  const amount = (name: string, cents: number) => line(name, dollarsFromCents(cents));

  pdf.logo();
  write(seller.name, pdfFonts.text, 11, colours.accent);
  display(monthName(snapshot.month), { size: 26, colour: colours.ink });
  write(
    `Closed on ${closedAt} by ${snapshot.closedBy}. Days of the time zone ${timeZone}, amounts in ${snapshot.currency}.`,
    pdfFonts.text,
    10,
    colours.soft,
  );
  for (const one of sums.providers) {
    heading(providerTitle(one.provider));
    amount("Payments", one.paymentsCents);
    amount("Refunds", -one.refundsCents);
    amount("Taken by disputes", -one.disputesCents);
    amount("Given back by won disputes", one.wonDisputesCents);
    amount("Fees", -one.feesCents);
    amount("Net", one.netCents);
    amount("Payouts to the bank", one.payoutsCents);
    if (one.otherCents !== 0) amount("Other rows", one.otherCents);
    if (one.differencesCents !== 0) {
      amount("Differences", one.differencesCents);
      write(netInWords(one), pdfFonts.text, 9, colours.soft);
    }
  }
  heading("Invoices and tax");
  line("Invoices, credit notes", `${sums.invoices}, ${sums.creditNotes}`);
  for (const tax of sums.tax) {
    const name = `${categoryWords[tax.category]}, ${tax.ratePercent} %`;
    amount(`${name}: net`, tax.netCents);
    amount(`${name}: tax`, tax.taxCents);
  }
  amount("Invoices less credit notes", sums.invoicedCents);
  for (const { category, ratePercent, currency, ...one } of sums.inTaxCurrency ?? []) {
    const name = `${categoryWords[category]}, ${ratePercent} %`;
    line(`${name}: tax in ${currency}`, moneyIn(currency, one.taxCents));
    line(`${name}: total in ${currency}`, moneyIn(currency, one.totalCents));
  }
  heading("Counts");
  line("Ledger entries", String(snapshot.entries));
  line("Of these late, from closed months", String(snapshot.lateEntries));
  line("Rows of statements", String(snapshot.rows));
  write(`SHA-256 of the snapshot: ${hash}`, pdfFonts.code, 8, colours.soft, 0.5);
  return end();
}
