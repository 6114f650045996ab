import { notifications } from "@mantine/notifications";
import { useEffect } from "react";
import {
  type DataStrategyResult,
  isRouteErrorResponse,
  useLocation,
  useMatches,
} from "react-router";

type Answers = Record<string, DataStrategyResult>;

const rightLost =
  "Your role has changed, so this page is not updated any more. What you have typed is still here, so that you can copy it.";

/** Loader data of the open screen and of its parent routes, by route id. */
let open: { readonly pathname: string; readonly data: ReadonlyMap<string, unknown> } | null = null;

/** Stores the data of the open screen for `keepScreen`. */
export function useOpenScreen(): void {
  const { pathname } = useLocation();
  const matches = useMatches();
  useEffect(() => {
    open = { pathname, data: new Map(matches.map(({ id, loaderData }) => [id, loaderData])) };
    return () => {
      open = null;
    };
  }, [pathname, matches]);
}

/**
 * Client middleware: when an open screen is loaded again and its person has lost the right to it,
 * the screen stays with what was typed, and a message says why. Without this middleware, an error
 * page would replace the screen.
 */
export async function keepScreen(
  { request }: { readonly request: Request },
  next: () => Promise<Answers>,
): Promise<Answers> {
  const answers = await next();
  const screen = open;
  if (request.method !== "GET" || screen?.pathname !== new URL(request.url).pathname)
    return answers;
  if (!Object.values(answers).some(isRefused)) return answers;
  notifications.show({ id: "right lost", color: "red", message: rightLost, autoClose: false });
  return Object.fromEntries(
    Object.entries(answers).map(([id, answer]) =>
      answer.type === "error" && screen.data.has(id)
        ? [id, { type: "data", result: screen.data.get(id) }]
        : [id, answer],
    ),
  );
}

function isRefused({ type, result }: DataStrategyResult): boolean {
  return type === "error" && isRouteErrorResponse(result) && result.status === 403;
}
