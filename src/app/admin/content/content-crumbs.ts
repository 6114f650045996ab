import type { Crumb } from "../../root.tsx";
import { navigation } from "../shell/admin-navigation.ts";

export const contentCrumb: Crumb = { label: "Content", path: "/setting" };

/** Breadcrumbs above a content list: none when the navigation leads to the list itself. */
export function crumbsAbove(path: string): readonly Crumb[] {
  return navigation.some((entry) => entry.path === path) ? [] : [contentCrumb];
}
