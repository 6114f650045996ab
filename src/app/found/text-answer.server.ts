import type { RouterContextProvider } from "react-router";
import { readSiteContent } from "../../content/content-store.server.ts";
import { servicesOf } from "../app-context.server.ts";

/** What programs that read the site ask for; a few minutes old is new enough for them. */
export function textAnswer(type: string, text: string): Response {
  return new Response(text, {
    headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "public, max-age=300" },
  });
}

/** What the site says, and its own origin. */
export async function readFoundSite(context: Readonly<RouterContextProvider>) {
  const { configuration, database } = servicesOf(context);
  return { site: await readSiteContent(database.read), origin: configuration.publicUrl, database };
}
