import { createHash } from "node:crypto";
import { servicesOf } from "#app/app-context.server.ts";
import { dueCalendar } from "#calendar/due-calendar.server.ts";
import { matchesTag } from "#http/page-cache/cached-page.ts";
import { readWorkCalendar } from "#settings/stored-settings.server.ts";
import type { Route } from "./+types/due-calendar";

/** The calendar at a secret address, which calendar programs read without a login. */
export async function loader({ request, context, params, url }: Route.LoaderArgs) {
  const services = servicesOf(context);
  const { configuration, database } = services;
  const calendar = await readWorkCalendar(configuration, database.read);
  const isEveryOrder = url.searchParams.get("orders") === "all";
  const { publicUrl } = configuration;
  const text = await dueCalendar({ ...services, publicUrl, calendar }, params.file, isEveryOrder);
  const headers = new Headers({
    "Cache-Control": "private, no-cache",
    "X-Robots-Tag": "noindex",
  });
  if (text === undefined) {
    headers.set("Content-Type", "text/plain; charset=utf-8");
    const message =
      "This calendar address no longer works. Copy your current address from My work.";
    return new Response(message, { status: 404, headers });
  }
  const tag = `"${createHash("sha256").update(text).digest("base64url")}"`;
  headers.set("ETag", tag);
  headers.set("Content-Type", "text/calendar; charset=utf-8");
  headers.set("Content-Disposition", 'inline; filename="due-orders.ics"');
  if (matchesTag(request.headers.get("if-none-match") ?? undefined, tag)) {
    return new Response(null, { status: 304, headers });
  }
  return new Response(text, { headers });
}
