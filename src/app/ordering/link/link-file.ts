import { data } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { pageError } from "#app/forms.server.ts";
import { fileResponse } from "#files/file-response.ts";
import { fileOfLink } from "#work/deliveries/link-file.ts";
import type { Route } from "./+types/link-file";
import { linkActorOf } from "./link-cookie.server.ts";

/** Downloads a file of the order whose link is open in the browser; the route has no page. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const actor = await linkActorOf(services, request);
  if (actor === undefined) {
    throw data("This link no longer works. Open the link in the newest email.", { status: 404 });
  }
  const file = await fileOfLink(services, actor, params.fileId).catch(pageError);
  return fileResponse(services, file, request).catch(pageError);
}
