import { useMatches } from "react-router";
import { demonstrationName } from "#platform/business.ts";

export type Matches = readonly (
  | { readonly id: string; readonly loaderData?: unknown }
  | undefined
)[];

/**
 * Name of the business in the data of the routes. The panel reads the name again after a change of
 * the settings; the root of the document does not.
 */
export function businessNameIn(matches: Matches): string {
  const names = matches.map(
    (match) => (match?.loaderData as { businessName?: string } | null | undefined)?.businessName,
  );
  return names.findLast((name) => typeof name === "string") ?? demonstrationName;
}

export function useBusinessName(): string {
  return businessNameIn(useMatches());
}
