import { useLocation, useNavigation } from "react-router";

/**
 * What the dashboard's address chooses, or is about to: whoever clicks a second choice before the
 * first is shown wants both.
 */
export function useDashboardChoices(): URLSearchParams {
  const present = useLocation();
  const { location: coming } = useNavigation();
  return new URLSearchParams((coming?.pathname === present.pathname ? coming : present).search);
}
