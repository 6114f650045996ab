import { navigation } from "#app/admin/frame/shell/admin-navigation.ts";
import type { Crumb } from "#app/root.tsx";

export const contentCrumb: Crumb = { label: "Content", path: "/setting" };

/** Empty for a list that has its own link in the navigation. */
export function crumbsAbove(path: string): readonly Crumb[] {
  return navigation.some((entry) => entry.path === path) ? [] : [contentCrumb];
}
