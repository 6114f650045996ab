import type { Crumb } from "#app/root.tsx";
import { navigation } from "../shell/admin-navigation.ts";

export const contentCrumb: Crumb = { label: "Content", path: "/setting" };

/** Empty for a list that has its own link in the navigation. */
export function crumbsAbove(path: string): readonly Crumb[] {
  return navigation.some((entry) => entry.path === path) ? [] : [contentCrumb];
}
