import { servicesOf, signedInOrLogin } from "#app/app-context.server.ts";
import { pageError } from "#app/forms.server.ts";
import { findOrderFile } from "#conversation/files/order-files.ts";
import { fileResponse } from "#files/file-response.ts";
import type { Route } from "./+types/download-file";

/** Downloads a file of an order; the route has no page. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const services = servicesOf(context);
  const { orderId, fileId } = params;
  const file = await findOrderFile(services, actor, orderId, fileId).catch(pageError);
  return fileResponse(services, file, request).catch(pageError);
}
