import { Outlet } from "react-router";
import { describeError } from "../../ui/describe-error.ts";
import type { Route } from "./+types/admin-screens";
import { AdminErrorPage } from "./admin-error-page.tsx";

/**
 * Errors of a screen are shown inside the panel; visitors without the right to enter see an error
 * page of the site.
 */
export default function AdminScreens() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminErrorPage {...describeError(error)} />;
}
