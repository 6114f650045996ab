import { useEffect } from "react";
import {
  type DataStrategyResult,
  isRouteErrorResponse,
  useLocation,
  useMatches,
} from "react-router";

type Answers = Record<string, DataStrategyResult>;

/** Data of the list on the screen and of the routes around it, by route. */
let kept: { readonly pathname: string; readonly data: ReadonlyMap<string, unknown> } | null = null;

/** Remembers the list on the screen for `keepList`. */
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
 * Client middleware: when another search or page of a list cannot be loaded, its rows stay on the
 * screen, marked as stale, instead of an error page.
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

/** False for a refusal, which the person has to see. */
function isNotLoaded({ type, result }: DataStrategyResult): boolean {
  if (type !== "error" || result instanceof Response) return false;
  return !isRouteErrorResponse(result) || result.status >= 500;
}
