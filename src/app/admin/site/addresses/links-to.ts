import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { linksTo } from "#content/addresses/links-to.ts";
import type { Route } from "./+types/links-to";

/** What links to the record of the query parameter `record`, for the question before it is deleted. */
export async function loader({ request, context, url }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const record = url.searchParams.get("record") ?? "";
  return { links: await linksTo(servicesOf(context), actor, record) };
}
