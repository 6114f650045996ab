import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { createRequestHandler, type ServerBuild } from "react-router";
import { contextWith } from "./app/app-context.server.ts";
import type { Services } from "./compose.ts";
import type { HttpVariables } from "./http/request-facts.ts";

/** Hands requests to the pages, with what their loaders and actions work with. */
export function createPages(
  build: ServerBuild,
  services: Services,
  mode: "production" | "development" = "production",
) {
  const handle = createRequestHandler(build, mode);
  return (context: Context<HttpVariables>): Promise<Response> => {
    const { facts } = context.var;
    const router = contextWith({
      ...services.identify(context.req.raw, facts.clientAddress),
      services,
      facts,
      nonce: randomBytes(16).toString("base64url"),
      noteRoute: (pattern) =>
        context.set("route", pattern.startsWith("/") ? pattern : `/${pattern}`),
      outage: null,
    });
    return handle(context.req.raw, router);
  };
}
