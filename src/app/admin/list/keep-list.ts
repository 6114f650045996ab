import { useEffect } from "react";
import {
  type DataStrategyResult,
  isRouteErrorResponse,
  useLocation,
  useMatches,
} from "react-router";

type Answers = Record<string, DataStrategyResult>;

/** Loader data of the list on the screen and of its parent routes, by route id. */
let kept: { readonly pathname: string; readonly data: ReadonlyMap<string, unknown> } | null = null;

/** Stores the list on the screen for `keepList`. */
export function useKeptList(): void {
  const { pathname } = useLocation();
  const matches = useMatches();
  useEffect(() => {
    kept = { pathname, data: new Map(matches.map(({ id, loaderData }) => [id, loaderData])) };
    return () => {
      kept = null;
    };
  }, [pathname, matches]);
}

/**
 * Client middleware: when a search or page of a list cannot be loaded, keeps the previous rows on
 * the screen and marks the rows as stale, instead of replacing the list with an error page.
 */
export async function keepList(
  { request }: { readonly request: Request },
  next: () => Promise<Answers>,
): Promise<Answers> {
  const answers = await next();
  const list = kept;
  if (request.method !== "GET" || list?.pathname !== new URL(request.url).pathname) return answers;
  return Object.fromEntries(
    Object.entries(answers).map(([id, answer]) => {
      const known = list.data.get(id);
      if (!isNotLoaded(answer) || known === undefined) return [id, answer];
      return [id, { type: "data", result: { ...(known as object), isStale: true } }];
    }),
  );
}

/** False for an error that the admin must see, such as a missing right. */
function isNotLoaded({ type, result }: DataStrategyResult): boolean {
  if (type !== "error" || result instanceof Response) return false;
  return !isRouteErrorResponse(result) || result.status >= 500;
}
