import "@mantine/core/styles.css";
import "./admin-motion.css";
import "./admin-print.css";
import { ColorSchemeScript, Container, MantineProvider } from "@mantine/core";
import { type FormEvent, lazy, type ReactNode, useContext, useEffect, useRef } from "react";
import {
  type DataRouter,
  UNSAFE_DataRouterContext as DataRouterContext,
  Form,
  isRouteErrorResponse,
  Outlet,
  PrefetchPageLinks,
  useRouteLoaderData,
} from "react-router";
import { countUnread } from "../../../inbox/messages/list-messages.ts";
import { countReviews } from "../../../orders/review/list-reviews.ts";
import { servicesOf } from "../../app-context.server.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { describeError } from "../../ui/describe-error.ts";
import { refuseUnknownAddress } from "../content/unknown-address.server.ts";
import { keepForms } from "../forms/saved-forms.ts";
import type { Route } from "./+types/admin-layout";
import { AdminErrorPage } from "./admin-error-page.tsx";
import { adminOnly } from "./admin-guard.server.ts";
import { AdminShell, mostCounted } from "./admin-shell.tsx";
import { adminTheme, adminVariables } from "./admin-theme.ts";
import { paintFirst } from "./first-paint.ts";
import { sayWhatWasDone } from "./flash-message.ts";
import { Notices } from "./toasts.tsx";

/** Where the content screens send what they want done: no screen by itself. */
const path = "/admin/content";

/**
 * Makes the router learn of the panel's action, and load it, while there is a connection: where it
 * had to ask first, one that is lost would take the screen away before anything is sent.
 */
function ActionAhead() {
  return (
    <div hidden>
      {/* The router looks for the addresses of links and forms that are on a page. */}
      <Form method="post" action={path} discover="render" />
      <PrefetchPageLinks page={path} />
    </div>
  );
}

type State = DataRouter["state"];

/**
 * Around every form of the panel, also in its drawers and dialogs: while what a form sent is under
 * way it is not sent again. Its button says so, too, but only once that is drawn; the router itself
 * knows at once.
 */
function SubmitOnce({ children }: { children: ReactNode }) {
  const router = useContext(DataRouterContext)?.router;
  const sent = useRef(new Set<EventTarget>());
  useEffect(
    () =>
      router?.subscribe((state) => {
        if (isIdle(state)) sent.current.clear();
      }),
    [router],
  );
  const onSubmitCapture = (event: FormEvent) => {
    if (router === undefined) return;
    if (sent.current.has(event.target) && !isIdle(router.state)) {
      event.preventDefault();
      event.stopPropagation();
    }
    sent.current.add(event.target);
  };
  return (
    <div style={{ display: "contents" }} onSubmitCapture={onSubmitCapture}>
      {children}
    </div>
  );
}

function isIdle({ navigation, fetchers }: State): boolean {
  return (
    navigation.state === "idle" && [...fetchers.values()].every(({ state }) => state === "idle")
  );
}

/** Shown to whoever never had the panel. */
const SiteError = lazy(() => import("../../site/site-error.tsx"));

/** The panel is an application: it notifies, previews and saves without leaving the page. */
export const handle = { hydrate: true };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  paintFirst,
  sayWhatWasDone,
  keepForms,
];

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

/** What the shell showed last in this browser: the router drops it when everything fails at once. */
let shown: Route.ComponentProps["loaderData"] | undefined;

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  useEffect(() => {
    shown = loaderData;
  }, [loaderData]);
  return (
    <AdminProvider>
      <ActionAhead />
      <AdminShell {...loaderData}>
        <Outlet />
      </AdminShell>
    </AdminProvider>
  );
}

/**
 * A panel that is open stays around what failed, also when nothing at all was answered. Whoever
 * lost the right to be here loses the panel; whoever never had it sees a page of the site.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (shown === undefined) return <SiteError error={error} />;
  const page = <AdminErrorPage {...describeError(error)} />;
  const isRefused = isRouteErrorResponse(error) && error.status === 403;
  return (
    <AdminProvider>
      {isRefused ? (
        <Container component="main">{page}</Container>
      ) : (
        <AdminShell {...shown}>{page}</AdminShell>
      )}
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
        <SubmitOnce>{children}</SubmitOnce>
        <Notices />
      </MantineProvider>
    </>
  );
}
