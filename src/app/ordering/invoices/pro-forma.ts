import { servicesOf, signedInOrLogin } from "#app/app-context.server.ts";
import { pageError } from "#app/forms.server.ts";
import { readProForma } from "#invoices/order-documents.ts";
import { readPdfDress } from "#look/read-pdf-dress.server.ts";
import type { Route } from "./+types/pro-forma";

/** What a customer who pays by bank transfer is asked to pay, as PDF, for the customer and the team. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const proForma = await readProForma(services, actor, params.orderId).catch(pageError);
  const { document, transfer } = proForma;
  const { read } = services.database;
  const { invoicePdf } = await import("#invoices/pdf/invoice-pdf.ts");
  const bytes = await invoicePdf(document, {
    dress: await readPdfDress(read),
    xml: "",
    transfer,
  });
  return new Response(new Uint8Array(bytes), {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Disposition": `inline; filename="pro-forma-${document.orderNumber}.pdf"`,
      "Cache-Control": "private, no-store",
      "X-Robots-Tag": "noindex",
    },
  });
}
