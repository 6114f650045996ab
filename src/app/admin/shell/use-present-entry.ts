import { useLocation, useNavigation } from "react-router";
import { navigation } from "./admin-navigation.ts";
import { useTrail } from "./use-trail.ts";

/** Which entry of the navigation the screen is, or stands below. */
export function usePresentEntry(): { readonly path: string; readonly isScreen: boolean } {
  const here = useLocation();
  const trail = useTrail();
  // A click shows at once, however long the answer takes.
  const coming = useNavigation().location ?? here;
  const path = coming.pathname.replace(/\/$/, "");
  if (navigation.some((entry) => entry.path === path)) return { path, isScreen: true };
  return { path: trail[0]?.path ?? here.pathname, isScreen: false };
}
