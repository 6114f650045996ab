import type { RouterContextProvider } from "react-router";
import { readSiteContent } from "../../content/records/content-store.server.ts";
import { servicesOf } from "../app-context.server.ts";

/** A text response for crawlers. */
export function textAnswer(type: string, text: string): Response {
  return new Response(text, {
    headers: { "Content-Type": `${type}; charset=utf-8`, "Cache-Control": "public, no-cache" },
  });
}

/** The site's content and origin. */
export async function readFoundSite(context: Readonly<RouterContextProvider>) {
  const { configuration, database } = servicesOf(context);
  return { site: await readSiteContent(database.read), origin: configuration.publicUrl, database };
}
