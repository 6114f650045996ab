import { isRouteErrorResponse } from "react-router";

export interface ErrorDescription {
  /** Null when no response arrived. */
  readonly status: number | null;
  readonly title: string;
  readonly detail: string;
}

const descriptions: Readonly<Record<number, Omit<ErrorDescription, "status">>> = {
  403: {
    title: "You don't have any permission",
    detail:
      "This page is for people of the site’s team whose role includes it. An owner of the site can change roles.",
  },
  404: {
    title: "There is no such page",
    detail:
      "The page has moved, or there is a typo in the address. All other pages are still here.",
  },
  410: {
    title: "This page is gone",
    detail: "It was removed and has no replacement.",
  },
  405: { title: "That cannot be done here", detail: "Go back to the previous page." },
};

const unexpected = {
  status: 500,
  title: "Something broke on our side",
  detail: "It is not your fault, and we have logged the error. Please try again in a moment.",
};

/** Shown for an error in the browser, most often a lost connection. */
const notArrived: ErrorDescription = {
  status: null,
  title: "This could not be shown",
  detail: "Part of the page could not be loaded. Check your connection and try again.",
};

/** Text with which React Router replaces the message of a server error. */
const saidByServer = "Unexpected Server Error";

/** Texts of an error page. Never shows the message of an unexpected error. */
export function describeError(error: unknown): ErrorDescription {
  if (!isRouteErrorResponse(error)) return isOfBrowser(error) ? notArrived : unexpected;
  const known = descriptions[error.status];
  if (known !== undefined) return { status: error.status, ...known };
  if (error.status === 503 && typeof error.data === "string") {
    return { status: 503, title: "Temporarily unavailable", detail: error.data };
  }
  if (error.status >= 500) return { ...unexpected, status: error.status };
  const detail = typeof error.data === "string" ? error.data : "Go back and try again.";
  return { status: error.status, title: "That did not work", detail };
}

function isOfBrowser(error: unknown): boolean {
  if (typeof document === "undefined") return false;
  return !(error instanceof Error && error.message === saidByServer);
}
