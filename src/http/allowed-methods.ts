import type { MiddlewareHandler } from "hono";
import { AppError } from "../platform/errors.ts";

interface Route {
  readonly method: string;
  readonly path: string;
}

/**
 * Answers OPTIONS, and answers 405 with an `Allow` header if a path has routes for other methods
 * only. A request for a path without routes goes to the next handler.
 */
export function otherMethods(routes: () => readonly Route[]): MiddlewareHandler {
  let table: readonly (readonly [RegExp, ReadonlySet<string>])[] | undefined;
  return async (context, next) => {
    table ??= methodsByPath(routes());
    const { path, method } = context.req;
    const methods = new Set(
      table.flatMap(([pattern, ofPath]) => (pattern.test(path) ? [...ofPath] : [])),
    );
    if (methods.size === 0) return next();
    if (methods.has("GET")) methods.add("HEAD");
    const allow = [...methods, "OPTIONS"].toSorted();
    if (method === "OPTIONS") return context.body(null, 204, { Allow: allow.join(", ") });
    throw new AppError(
      "wrong-method",
      `This address does not accept ${method}. It accepts ${allow.join(", ")}.`,
      { allow },
    );
  };
}

function methodsByPath(routes: readonly Route[]) {
  const byPath = Map.groupBy(routes, ({ path }) => path);
  return [...byPath].map(([path, ofPath]) => {
    const pattern = path
      .split("/")
      .map((part) =>
        part.startsWith(":") ? "[^/]+" : part.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"),
      )
      .join("/");
    return [new RegExp(`^${pattern}$`), new Set(ofPath.map(({ method }) => method))] as const;
  });
}
