import { servicesOf, signedInOrLogin } from "#app/app-context.server.ts";
import { pageError } from "#app/forms.server.ts";
import { fileResponse } from "#files/file-response.ts";
import { findDocumentFile } from "#invoices/order-documents.ts";
import type { Route } from "./+types/invoice-file";

/** Downloads a file of an invoice, with the bytes that were stored when it was issued. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const file = await findDocumentFile(services, actor, params).catch(pageError);
  return fileResponse(services, file, request).catch(pageError);
}
