import "@mantine/core/styles.css";
import "@mantine/notifications/styles.css";
import { ColorSchemeScript, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { Outlet, useRouteLoaderData } from "react-router";
import { countUnread } from "../../inbox/count-unread.ts";
import { countReviews } from "../../orders/list-reviews.ts";
import { servicesOf } from "../app-context.server.ts";
import type { loader as rootLoader } from "../root.tsx";
import type { Route } from "./+types/admin-layout";
import { adminOnly } from "./admin-guard.server.ts";
import { AdminShell, mostCounted } from "./admin-shell.tsx";
import { adminTheme, adminVariables } from "./admin-theme.ts";
import { refuseUnknownAddress } from "./content/unknown-address.server.ts";

/** The panel is an application: it notifies, previews and saves without leaving the page. */
export const handle = { hydrate: true };

export async function loader({ request, context, params }: Route.LoaderArgs) {
  await refuseUnknownAddress(context, request, params.recordId);
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  return {
    email: actor.email,
    testPayments: services.payments.provider.isTest,
    waiting: {
      unread: await countUnread(services, actor, mostCounted + 1),
      reviews: await countReviews(services, actor, mostCounted + 1),
    },
  };
}

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  return (
    <AdminProvider>
      <AdminShell {...loaderData}>
        <Outlet />
      </AdminShell>
    </AdminProvider>
  );
}

function AdminProvider({ children }: { children: React.ReactNode }) {
  const nonce = useRouteLoaderData<typeof rootLoader>("root")?.nonce ?? "";
  return (
    <>
      <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      <MantineProvider
        theme={adminTheme}
        cssVariablesResolver={adminVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <Notifications position="top-right" />
        {children}
      </MantineProvider>
    </>
  );
}
