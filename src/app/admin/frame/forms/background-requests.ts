import type { DataStrategyResult } from "react-router";

/** Beginnings of requests that a component sends for a part that its form works without. */
const backgroundPaths = [
  "/admin/draft-facts",
  "/admin/link-pages",
  "/admin/links-to",
  "/admin/look/palettes",
  "/admin/offers/new?find=",
  "/admin/release-of/",
];

type Answers = Record<string, DataStrategyResult>;

/**
 * Client middleware: answers a failed background request with null, so that the component has no
 * data. Without this middleware, an error page or the login would replace the form, or a toast would
 * say that a change may be lost.
 */
export async function answerFailedBackgroundRequests(
  { request }: { readonly request: Request },
  next: () => Promise<Answers>,
): Promise<Answers> {
  const answers = await next();
  const { pathname, search } = new URL(request.url);
  const asked = pathname + search;
  if (!backgroundPaths.some((path) => asked.startsWith(path))) return answers;
  return Object.fromEntries(
    Object.entries(answers).map(([id, answer]) => [
      id,
      answer.type === "error" ? { type: "data", result: null } : answer,
    ]),
  );
}
