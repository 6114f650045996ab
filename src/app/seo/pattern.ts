import { data } from "react-router";
import { patternAt, patternSchemes, schemesIn } from "#look/patterns/pattern-address.ts";
import { patternSvg } from "#look/patterns/patterns.ts";
import { readLook } from "#look/read-look.server.ts";
import { servicesOf } from "../app-context.server.ts";
import type { Route } from "./+types/pattern";

/** A pattern has its colours in a style sheet, because they follow the scheme of the device. */
const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

/** A pattern in the colours that its address names, or else in those of the published look. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const pattern = patternAt(url.pathname);
  if (pattern === undefined) throw data(null, { status: 404 });
  const named = schemesIn(url.searchParams);
  const { database } = servicesOf(context);
  const schemes = named ?? patternSchemes(await readLook(database.read));
  return new Response(patternSvg(pattern, schemes), {
    headers: {
      "Content-Type": "image/svg+xml",
      "Content-Security-Policy": contentSecurityPolicy,
      "Cache-Control": named ? "public, max-age=31536000, immutable" : "public, max-age=300",
    },
  });
}
