import { footerAddress } from "#content/blocks/footer.ts";
import { readSingletons } from "#content/records/content-store.server.ts";
import type { ReportOfOrder } from "#orders/reports/read-reports.ts";
import type { Database } from "#platform/database/database.ts";
import { websiteOf } from "./month-view.server.ts";

export async function pdfAnswer(
  { database }: { readonly database: Database },
  { order, report }: ReportOfOrder,
): Promise<Response> {
  const { monthReportPdf } = await import("#orders/reports/report-pdf.ts");
  const [address] = await readSingletons(database.read, [footerAddress]);
  const { emailAddress = "" } = (address ?? {}) as { readonly emailAddress?: string };
  const website = websiteOf(order);
  const bytes = await monthReportPdf(report, {
    website,
    orderNumber: order.number,
    seller: emailAddress,
  });
  const about = website === "" ? `order-${order.number}` : website.replace(/[^a-z0-9.-]+/gi, "-");
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="${about}-${report.month}.pdf"`,
      "Cache-Control": "private, no-store",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  });
}
