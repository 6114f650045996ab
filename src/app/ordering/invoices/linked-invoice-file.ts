import { data } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { pageError } from "#app/forms.server.ts";
import { fileResponse } from "#files/file-response.ts";
import { findDocumentFile } from "#invoices/order-documents.ts";
import { linkActorOf } from "../link/link-cookie.server.ts";
import type { Route } from "./+types/linked-invoice-file";

/** Downloads a file of an invoice of the order whose link is open in the browser. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const actor = await linkActorOf(services, request);
  if (actor === undefined) {
    throw data("This link no longer works. Open the link in the newest email.", { status: 404 });
  }
  const asked = { ...params, orderId: actor.orderId };
  const file = await findDocumentFile(services, actor, asked).catch(pageError);
  return fileResponse(services, file, request).catch(pageError);
}
