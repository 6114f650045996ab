import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import { ColorSchemeScript, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { Outlet, useRouteLoaderData } from "react-router";
import type { loader as rootLoader } from "../root.tsx";
import { describeError } from "../ui/describe-error.ts";
import type { Route } from "./+types/admin-layout";
import { AdminErrorPage } from "./admin-error-page.tsx";
import { adminOnly } from "./admin-guard.server.ts";
import { AdminShell } from "./admin-shell.tsx";
import { adminTheme } from "./admin-theme.ts";

/** The panel is an application: it notifies, previews and saves without leaving the page. */
export const handle = { hydrate: true };

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = await adminOnly(context, request);
  return { email };
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AdminProvider>
      <AdminShell email={loaderData.email}>
        <Outlet />
      </AdminShell>
    </AdminProvider>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const signedInAs = useRouteLoaderData<typeof loader>("admin/admin-layout")?.email;
  const page = <AdminErrorPage {...describeError(error)} />;
  return (
    <AdminProvider>
      {signedInAs === undefined ? page : <AdminShell email={signedInAs}>{page}</AdminShell>}
    </AdminProvider>
  );
}

function AdminProvider({ children }: { children: React.ReactNode }) {
  const nonce = useRouteLoaderData<typeof rootLoader>("root")?.nonce ?? "";
  return (
    <>
      <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      <MantineProvider theme={adminTheme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <Notifications position="top-right" />
        {children}
      </MantineProvider>
    </>
  );
}
