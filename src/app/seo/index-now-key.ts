import { indexNowKey } from "#seo/index-now/index-now-key.ts";
import { servicesOf } from "../app-context.server.ts";
import type { Route } from "./+types/index-now-key";

/** The file by which IndexNow knows that a request comes from this site; 404 while it is off. */
export async function loader({ context }: Route.LoaderArgs) {
  const { database, isIndexNowOn, secret } = servicesOf(context);
  const isOn = await isIndexNowOn(database.read);
  return new Response(isOn ? indexNowKey(secret) : "", {
    status: isOn ? 200 : 404,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });
}
