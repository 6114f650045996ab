import { Outlet } from "react-router";
import { describeError } from "../../ui/describe-error.ts";
import type { Route } from "./+types/admin-screens";
import { AdminErrorPage } from "./admin-error-page.tsx";

/** What goes wrong on a screen is shown inside the panel; who may not enter it sees a page of the site. */
export default function AdminScreens() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminErrorPage {...describeError(error)} />;
}
