import { websiteOf } from "#app/order-room/months/month-view.server.ts";
import type { Services } from "#compose.ts";
import { footerAddress } from "#content/blocks/footer.ts";
import { sellerOf } from "#content/model/business-facts.ts";
import { readSingletons } from "#content/records/content-store.server.ts";
import { readPdfDress } from "#look/read-pdf-dress.server.ts";
import type { ReportOfOrder } from "#reports/read-reports.ts";
import { readBusiness } from "#settings/business.server.ts";

export async function pdfAnswer(
  { database, configuration }: Pick<Services, "database" | "configuration">,
  { order, report, earlier, searches }: ReportOfOrder,
): Promise<Response> {
  const { monthReportPdf } = await import("#reports/report-pdf.ts");
  const [address] = await readSingletons(database.read, [footerAddress]);
  const business = await readBusiness(configuration, database.read);
  const website = websiteOf(order);
  const bytes = await monthReportPdf(report, {
    website,
    orderNumber: order.number,
    earlier,
    searches,
    seller: sellerOf(business, address),
    dress: await readPdfDress(database.read),
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
