import { useLocation, useNavigation } from "react-router";

/** URL of the dashboard with changed choices; null removes one. */
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
 * Choices in the dashboard's URL, including a pending navigation, so that two quick clicks combine.
 */
export function useDashboardChoices(): URLSearchParams {
  const present = useLocation();
  const { location: coming } = useNavigation();
  return new URLSearchParams((coming?.pathname === present.pathname ? coming : present).search);
}
