import { useEffect } from "react";
import { useFetcher } from "react-router";
import type { loader } from "./link-pages.ts";
import type { LinkPage, LinkSection } from "./link-target.ts";
import type { PlacedEntry } from "./menu-place.ts";

const none: readonly LinkPage[] = [];

/**
 * Pages that a link can lead to; undefined until they have arrived, and when they cannot be loaded.
 * With `isNeeded` false, nothing is read.
 */
export function useLinkPages(isNeeded = true): readonly LinkPage[] | undefined {
  const answer = useAnswer(isNeeded);
  return isNeeded ? answer?.pages : none;
}

/** The entries of both menus, as their drafts say; undefined until they have arrived. */
export function useMenuEntries(): readonly PlacedEntry[] | undefined {
  return useAnswer(true)?.menuEntries;
}

/** All plans, also those that are not published yet; undefined until they have arrived. */
export function usePlans(): readonly { readonly id: string; readonly name: string }[] | undefined {
  return useAnswer(true)?.plans;
}

/** All fields and rows share one answer. An answer that failed is null, and is not asked for again. */
function useAnswer(isNeeded: boolean) {
  const { state, data, load } = useFetcher<typeof loader>({ key: "link-pages" });
  const isMissing = isNeeded && state === "idle" && data === undefined;
  useEffect(() => {
    if (isMissing) void load("/admin/link-pages");
  }, [isMissing, load]);
  return data ?? undefined;
}

/** The sections of a page; undefined until they have arrived. */
export function useLinkSections(page: LinkPage | undefined): readonly LinkSection[] | undefined {
  const id = page?.sections === "loaded" ? page.link.replace("page:", "") : "";
  const { state, data, load } = useFetcher<typeof loader>({ key: `link-sections ${id}` });
  const isMissing = id !== "" && state === "idle" && data === undefined;
  useEffect(() => {
    if (isMissing) void load(`/admin/link-pages?${new URLSearchParams({ sectionsOf: id })}`);
  }, [isMissing, load, id]);
  if (page === undefined) return [];
  return page.sections === "loaded" ? data?.sections : page.sections;
}
