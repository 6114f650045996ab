import { notifications } from "@mantine/notifications";
import { useEffect } from "react";
import {
  type DataRouter,
  type DataStrategyResult,
  isRouteErrorResponse,
  useLocation,
} from "react-router";

import { rightLost, signedOut } from "../forms/saved-forms.ts";

type Answers = Record<string, DataStrategyResult>;

let router: DataRouter | undefined;
/** Path of the list on the screen; null for a screen without a list. */
let listPath: string | null = null;

/** Sets the router whose open screen `keepScreen` keeps. */
export function keepScreenOf(one: DataRouter | undefined): void {
  router = one;
}

/** Lets `keepScreen` keep the rows of the list on the screen when new rows cannot be loaded. */
export function useKeptList(): void {
  const { pathname } = useLocation();
  useEffect(() => {
    listPath = pathname;
    return () => {
      listPath = null;
    };
  }, [pathname]);
}

/**
 * Client middleware for an open screen that is loaded again. If a search or page of a list cannot
 * be loaded, the previous rows stay, marked as stale. If the person has lost the right to the
 * screen or is signed out, the screen stays with its unsaved text, and a toast gives the reason.
 * Without this middleware, an error page or the login would replace the screen.
 */
export async function keepScreen(
  { request }: { readonly request: Request },
  next: () => Promise<Answers>,
): Promise<Answers> {
  const answers = await next();
  const { pathname, search } = new URL(request.url);
  const open = router?.state;
  const entries = Object.entries(answers);
  const statuses = entries.map(([, answer]) => statusOf(answer));
  // A successful answer shows that the person is signed in again.
  if (entries.length > 0 && statuses.every((status) => status < 400)) notifications.hide(signedOut);
  if (request.method !== "GET" || open?.location.pathname !== pathname) return answers;
  // A search while signed out leads to the login, but a reload that nobody asked for does not.
  const isSignedOut = statuses.includes(401) && search === open.location.search;
  const isRefused = isSignedOut || statuses.includes(403);
  if (!isRefused && pathname !== listPath) return answers;
  if (isRefused) {
    const message = isSignedOut ? signedOut : rightLost;
    // Stays, because nobody may be looking at the screen when it is loaded again.
    notifications.show({ id: message, color: "red", message, autoClose: false });
  }
  return Object.fromEntries(
    entries.map(([id, answer]) => {
      const known: object | undefined = open.loaderData[id];
      // The known data replaces an error of the server and, for a person who is refused, every
      // error. Other errors, such as an unknown record, are shown.
      return known === undefined || statusOf(answer) < (isRefused ? 400 : 500)
        ? [id, answer]
        : [id, { type: "data", result: { ...known, isStale: true } }];
    }),
  );
}

function statusOf({ type, result }: DataStrategyResult): number {
  if (type !== "error") return 200;
  if (result instanceof Response) return leadsToLogin(result) ? 401 : 200;
  // An error without a status means that the connection failed, so it counts as an error of the
  // server.
  return isRouteErrorResponse(result) ? result.status : 500;
}

function leadsToLogin({ headers }: Response): boolean {
  return /^\/login\b/.test(headers.get("Location") ?? "");
}

/**
 * Loads the screen of the URL when a navigation ends but the router still shows the previous
 * screen. This happens after a saved form: the previous screen finishes loading again while the
 * router is still asking the server for the route of the new screen.
 */
export function showScreenOfAddress(router: DataRouter): () => void {
  let corrected = "";
  return router.subscribe(({ navigation, location, matches }) => {
    const shown = matches.at(-1)?.pathname ?? "";
    if (navigation.state !== "idle" || isSamePath(shown, location.pathname)) return;
    // Tries once per navigation, because a URL that the server does not know never gets a screen.
    if (location.key === corrected) return;
    corrected = location.key;
    void router.revalidate();
  });
}

function isSamePath(one: string, other: string): boolean {
  return plainPath(one) === plainPath(other);
}

/** The router decodes the path of a matched route, but not the path of its location. */
function plainPath(path: string): string {
  try {
    return decodeURIComponent(path).replace(/\/$/, "");
  } catch {
    return path;
  }
}
