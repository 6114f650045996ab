import { Outlet, useMatches, useRouteLoaderData } from "react-router";
import { readSiteContent } from "../content/content-store.server.ts";
import { pictureFactsFor } from "../media/picture-facts.server.ts";
import { isSignedIn } from "../policy/actor.ts";
import { may } from "../policy/rights.ts";
import type { Route } from "./+types/site-layout";
import { actorOf, servicesOf } from "./app-context.server.ts";
import type { RouteHandle } from "./route-handle.ts";
import { describeError } from "./ui/describe-error.ts";
import { ErrorPage } from "./ui/error-page.tsx";
import { SiteFrame } from "./ui/site-frame.tsx";
import { TestPaymentsNotice } from "./ui/test-payments-notice.tsx";
import { UploadedPictures } from "./ui/uploaded-pictures.tsx";
import type { Viewer } from "./ui/viewer.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { database, payments } = servicesOf(context);
  const actor = await actorOf(context);
  const viewer: Viewer = {
    signedIn: isSignedIn(actor),
    email: isSignedIn(actor) ? actor.email : null,
    isAdmin: may(actor, "open the admin panel"),
  };
  const site = await readSiteContent(database.read);
  const pictures = await pictureFactsFor(database.read, site);
  return { site, pictures, viewer, testPayments: payments.provider.isTest };
}

/** What the frame of the site was made from, for the pages inside it. */
export function useSite() {
  const data = useRouteLoaderData<typeof loader>("site-layout");
  if (data === undefined) throw new Error("useSite was called outside the site's layout.");
  return data;
}

export default function SiteLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Framed {...loaderData}>
      <Outlet />
    </Framed>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const page = <ErrorPage {...describeError(error)} />;
  const data = useRouteLoaderData<typeof loader>("site-layout");
  return data === undefined ? <main>{page}</main> : <Framed {...data}>{page}</Framed>;
}

type FrameProps = Route.ComponentProps["loaderData"] & { children: React.ReactNode };

function Framed({ site, pictures, viewer, testPayments, children }: FrameProps) {
  const quiet = useMatches().some((match) => (match.handle as RouteHandle | undefined)?.quiet);
  return (
    <UploadedPictures value={pictures}>
      <SiteFrame
        site={site}
        viewer={viewer}
        quiet={quiet}
        note={testPayments && <TestPaymentsNotice />}
      >
        {children}
      </SiteFrame>
    </UploadedPictures>
  );
}
