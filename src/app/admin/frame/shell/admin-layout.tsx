import "@mantine/core/styles.css";
import "#app/ui/styles/fraunces.css";
import "#app/ui/styles/fonts.css";
import "./admin-motion.css";
import "./admin-print.css";
import { ColorSchemeScript, Container, MantineProvider } from "@mantine/core";
import {
  type FormEvent,
  lazy,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
} from "react";
import { preload } from "react-dom";
import {
  type DataRouter,
  UNSAFE_DataRouterContext as DataRouterContext,
  Form,
  UNSAFE_FrameworkContext as FrameworkContext,
  isRouteErrorResponse,
  Outlet,
  useRouteLoaderData,
} from "react-router";
import { seenRoleIn } from "#access/sessions/see-as.ts";
import { hasMailServer } from "#app/admin/messages/mail/mail-row.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { keepEarlyClick } from "#app/document/early-click.ts";
import type { loader as rootLoader } from "#app/root.tsx";
import { mayOpen } from "#app/route-access.server.ts";
import { describeError } from "#app/ui/describe-error.ts";
import type { Services } from "#compose.ts";
import { countUnread } from "#inbox/messages/list-messages.ts";
import { readLook } from "#look/read-look.server.ts";
import { countReviews } from "#money/review/read-review.server.ts";
import { fullDateOf } from "#platform/time/dates.ts";
import { isOnTeam, type SignedInActor } from "#policy/actor.ts";
import { may } from "#policy/rights.ts";
import { readBusiness } from "#settings/business.server.ts";
import { answerFailedBackgroundRequests } from "../forms/background-requests.ts";
import { keepFailedForms } from "../forms/saved-forms.ts";
import type { Route } from "./+types/admin-layout";
import { AdminErrorPage } from "./admin-error-page.tsx";
import { adminOnly } from "./admin-guard.server.ts";
import { furtherScreens, navigation } from "./admin-navigation.ts";
import { AdminShell, mostCounted } from "./admin-shell.tsx";
import { adminThemeOf, adminVariables, type PanelAccent } from "./admin-theme.ts";
import { waitForPaint } from "./first-paint.ts";
import { showFlashMessage } from "./flash-message.ts";
import { keepScreen, keepScreenOf, showScreenOfAddress } from "./keep-screen.ts";
import { panelAccent } from "./panel-accent.server.ts";
import { Toasts } from "./toasts.tsx";
import type { PanelRights } from "./use-panel-rights.ts";

/** The route with the action of all content screens. */
const contentAction = { id: "admin/site/content/content-actions", path: "/admin/content" };

/**
 * Makes the browser load the code of the content action in advance. If the connection were lost
 * before the first save, that code could not be loaded, and an error page would replace the screen.
 * `PrefetchPageLinks` would also load the data of the panel's frame again.
 */
function ActionAhead() {
  const nonce = useRouteLoaderData<typeof rootLoader>("root")?.nonce ?? "";
  const route = useContext(FrameworkContext)?.manifest.routes[contentAction.id];
  const files = route ? [route.module, ...(route.imports ?? [])] : [];
  const links = files.map((file) => `<link rel="modulepreload" href="${file}" nonce="${nonce}">`);
  return (
    <div hidden>
      {/* A form on the page makes the router discover the route of the form's action. */}
      <Form method="post" action={contentAction.path} discover="render" />
      <div
        suppressHydrationWarning
        // Only the server knows the files of all routes.
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the build names the files
        dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? links.join("") : "" }}
      />
    </div>
  );
}

/**
 * Runs `keepEarlyClick` before the page has a button; `AdminShell` ends the script by setting
 * `data-hydrated`. Only the server renders the text of the script, because the script has run
 * before React hydrates the page.
 */
function EarlyClick() {
  const nonce = useRouteLoaderData<typeof rootLoader>("root")?.nonce;
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script
      dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? keepEarlyClick : "" }}
    />
  );
}

type State = DataRouter["state"];

/**
 * Blocks a second submit of a form while the first is in progress, also in drawers and dialogs. A
 * button is disabled only after the next render, but the router knows the request at once.
 */
function SubmitOnce({ children }: { children: ReactNode }) {
  const router = useContext(DataRouterContext)?.router;
  const sent = useRef(new Set<EventTarget>());
  useEffect(() => {
    return router?.subscribe((state) => {
      if (isIdle(state)) sent.current.clear();
    });
  }, [router]);
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

/** Error page for visitors who may not open the panel. */
const SiteError = lazy(() => import("#app/site/site-error.tsx"));

export const handle = { hydrate: true };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  waitForPaint,
  showFlashMessage,
  keepFailedForms,
  // Before `keepScreen`, which takes an answer without an error for a sign that the session lives.
  answerFailedBackgroundRequests,
  keepScreen,
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const look = await readLook(services.database.read);
  return {
    accent: panelAccent(look),
    hasDrawings: look.hasDrawings,
    businessName: (await readBusiness(services.configuration, services.database.read)).name,
    email: actor.email,
    hidden: [...navigation, ...furtherScreens]
      .map(({ path }) => path)
      .filter((path) => !mayOpen(actor, path.split("#")[0] ?? path)),
    seenAs: actor.kind === "staff" ? seenRoleIn(request.headers.get("cookie") ?? "") : null,
    rights: {
      publishes: may(actor, "publish content"),
      movesMoney: may(actor, "refund payments"),
      makesOffers: may(actor, "make offers"),
      decidesAboutAccounts: may(actor, "delete accounts"),
      opensSettings: may(actor, "change settings"),
    } satisfies PanelRights,
    sendsEmails: await hasMailServer(services),
    secondFactorDue: await secondFactorDue(services, actor, request),
    testPayments: services.payments.mode === "test",
    waiting: {
      unread: may(actor, "see messages") ? await countUnread(services, actor, mostCounted + 1) : 0,
      reviews: may(actor, "see every order")
        ? await countReviews(services, actor, mostCounted + 1)
        : 0,
    },
  };
}

/** Day until which the admin has to switch on the second factor; null without such a day. */
async function secondFactorDue(
  services: Services,
  actor: SignedInActor,
  request: Request,
): Promise<string | null> {
  const missing = isOnTeam(actor) ? actor.missingSecondFactor : undefined;
  if (missing === undefined) return null;
  return fullDateOf(missing.dueAt, await dateReader(services, request));
}

/** The last loader data of the shell. The router drops its own copy when all requests fail. */
let shown: Route.ComponentProps["loaderData"] | undefined;

export default function AdminLayout({ loaderData }: Route.ComponentProps) {
  useEffect(() => {
    shown = loaderData;
  }, [loaderData]);
  return (
    <AdminProvider accent={loaderData.accent}>
      <EarlyClick />
      <ActionAhead />
      <AdminShell {...loaderData}>
        <Outlet />
      </AdminShell>
    </AdminProvider>
  );
}

/**
 * Shows the error inside an open panel, even when no request succeeds. An admin who has lost the
 * right sees the error without the panel; a visitor sees an error page of the site.
 */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (shown === undefined) return <SiteError error={error} />;
  const page = <AdminErrorPage {...describeError(error)} />;
  const isRefused = isRouteErrorResponse(error) && error.status === 403;
  return (
    <AdminProvider accent={shown.accent}>
      {isRefused ? (
        <Container component="main">{page}</Container>
      ) : (
        <AdminShell {...shown}>{page}</AdminShell>
      )}
    </AdminProvider>
  );
}

function AdminProvider({ accent, children }: { accent: PanelAccent; children: ReactNode }) {
  const nonce = useRouteLoaderData<typeof rootLoader>("root")?.nonce ?? "";
  const router = useContext(DataRouterContext)?.router;
  useEffect(() => {
    keepScreenOf(router);
    return router && showScreenOfAddress(router);
  }, [router]);
  const { shades, headings, faces, fontFiles } = accent;
  const key = [headings, ...shades].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the loader makes new objects each time
  const theme = useMemo(() => adminThemeOf(accent), [key]);
  // Before the style sheet, so that the first title does not change its font.
  for (const file of fontFiles) {
    preload(file, { as: "font", type: "font/woff2", crossOrigin: "anonymous" });
  }
  return (
    <>
      {faces && (
        <style
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the build made the rules
          dangerouslySetInnerHTML={{ __html: faces }}
        />
      )}
      <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} />
      <MantineProvider
        theme={theme}
        cssVariablesResolver={adminVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        <SubmitOnce>{children}</SubmitOnce>
        <Toasts />
      </MantineProvider>
    </>
  );
}
