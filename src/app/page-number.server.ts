/** Number of the requested page of a list, from the query of the URL; 1 without one. */
export function pageNumberOf(request: Request, name = "page"): number {
  return Number(new URL(request.url).searchParams.get(name) ?? "1");
}
