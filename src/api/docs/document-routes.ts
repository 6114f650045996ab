import type { Hono } from "hono";
import { z } from "zod";
import { sessionCookieName } from "../../access/sessions/session-lookup.server.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { describeCall } from "../describe-call.ts";
import { docsContentSecurityPolicy, docsPage } from "./docs-page.ts";
import { type OpenApiDocument, openApiDocument, type Route } from "./openapi-document.ts";

const tag = "About this interface";
const plain = { type: "text/plain", schema: z.string() };

/** Routes of the server outside `/api`, for monitoring. */
const serverRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/healthz",
    handler: describeCall({ tag, summary: "Liveness check", who: "everyone", answer: plain }),
  },
  {
    method: "GET",
    path: "/readyz",
    handler: describeCall({
      tag,
      summary: "Readiness check",
      detail: "503 while the database does not answer.",
      who: "everyone",
      answer: plain,
    }),
  },
];

/** Serves the OpenAPI document, as JSON and as a page. */
export function documentRoutes(api: Hono<ApiContext>, { publicUrl }: ApiDependencies): void {
  let document: OpenApiDocument | undefined;
  let json: string | undefined;
  let page: string | undefined;
  // Built at the first request, when all routes exist.
  const theDocument = () => {
    const below = api.routes.map((route) => ({ ...route, path: `/api${route.path}` }));
    const cookieName = sessionCookieName(publicUrl);
    document ??= openApiDocument([...below, ...serverRoutes], { publicUrl, cookieName });
    return document;
  };
  api.get(
    "/openapi.json",
    describeCall({
      tag,
      summary: "This description as OpenAPI 3.1",
      who: "everyone",
      answer: { schema: z.looseObject({ openapi: z.literal("3.1.0") }) },
    }),
    (c) => {
      json ??= JSON.stringify(theDocument());
      return c.body(json, 200, { "Content-Type": "application/json" });
    },
  );
  api.get(
    "/docs",
    describeCall({
      tag,
      summary: "This description as a page",
      who: "everyone",
      answer: { type: "text/html", schema: z.string() },
    }),
    (c) => {
      page ??= docsPage(theDocument());
      c.header("Content-Security-Policy", docsContentSecurityPolicy);
      return c.html(page);
    },
  );
}
