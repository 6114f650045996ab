import { useLocation, useNavigation } from "react-router";

/** The address of the dashboard with some of its choices changed; null takes one out. */
export function dashboardAddress(
  present: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): string {
  const choices = new URLSearchParams(present);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) choices.delete(name);
    else choices.set(name, value);
  }
  const text = choices.toString();
  return text === "" ? "/admin" : `/admin?${text}`;
}

/**
 * What the dashboard's address chooses, or is about to: whoever clicks a second choice before the
 * first is shown wants both.
 */
export function useDashboardChoices(): URLSearchParams {
  const present = useLocation();
  const { location: coming } = useNavigation();
  return new URLSearchParams((coming?.pathname === present.pathname ? coming : present).search);
}
