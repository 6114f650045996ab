import type { Hono } from "hono";
import { z } from "zod";
import { sessionCookieName } from "#access/sessions/cookie-names.ts";
import { readLook } from "#look/read-look.server.ts";
import type { ApiContext, ApiDependencies } from "../api-app.ts";
import { addCall, descriptionOf } from "../call.ts";
import { docsContentSecurityPolicy, docsPage, docsStyle } from "./docs-page.ts";
import { type OpenApiDocument, openApiDocument, type Route } from "./openapi-document.ts";

const common = { tag: "About this interface", who: "everyone" } as const;
const plain = { type: "text/plain", schema: z.string() };

/** Calls outside `/api` that the document also describes. */
const serverRoutes: readonly Route[] = [
  {
    method: "GET",
    path: "/healthz",
    call: { ...common, summary: "Liveness check", answer: plain },
  },
  {
    method: "GET",
    path: "/readyz",
    call: {
      ...common,
      summary: "Readiness check",
      detail: "503 while the database does not answer.",
      answer: plain,
    },
  },
];

export function documentRoutes(
  api: Hono<ApiContext>,
  { publicUrl, database }: ApiDependencies,
): void {
  let document: OpenApiDocument | undefined;
  let json: string | undefined;
  let page: { readonly style: string; readonly text: string } | undefined;
  // Built at the first request, because routes are added after this call.
  const theDocument = () => {
    const below = api.routes.flatMap(({ method, path, handler }): Route[] => {
      const call = descriptionOf(handler);
      return call === undefined ? [] : [{ method, path: `/api${path}`, call }];
    });
    const cookieName = sessionCookieName(publicUrl);
    document ??= openApiDocument([...below, ...serverRoutes], { publicUrl, cookieName });
    return document;
  };
  addCall(api, "GET", "/openapi.json", {
    ...common,
    summary: "This description as OpenAPI 3.1",
    answer: { schema: z.looseObject({ openapi: z.literal("3.1.0") }) },
    run: ({ context }) => {
      json ??= JSON.stringify(theDocument());
      return context.body(json, 200, { "Content-Type": "application/json" });
    },
  });
  addCall(api, "GET", "/docs", {
    ...common,
    summary: "This description as a page",
    answer: { type: "text/html", schema: z.string() },
    run: async ({ context }) => {
      const style = docsStyle(await readLook(database.read));
      if (page?.style !== style) page = { style, text: docsPage(theDocument(), style) };
      context.header("Content-Security-Policy", docsContentSecurityPolicy(style));
      return context.html(page.text);
    },
  });
}
