import { servicesOf, signedInOrLogin } from "../app-context.server.ts";
import type { Route } from "./+types/download-data";
import { accountFile } from "./account-file.server.ts";

/** Downloads the account's data; the route has no page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  return accountFile(servicesOf(context), actor, actor.accountId);
}
