import { Outlet } from "react-router";
import { describeError } from "#app/ui/describe-error.ts";
import type { Route } from "./+types/admin-screens";
import { AdminErrorPage } from "./admin-error-page.tsx";

/**
 * Shows the error of a screen inside the panel. A visitor without the right to the panel sees an
 * error page of the site instead.
 */
export default function AdminScreens() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminErrorPage {...describeError(error)} />;
}
