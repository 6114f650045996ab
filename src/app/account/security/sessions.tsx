import { redirect } from "react-router";
import {
  endOtherSessions,
  endSession,
  listSessions,
  type Session,
} from "#access/sessions/sessions.ts";
import { appContext, signedInOrLogin } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { ownPageHeaders } from "#app/document/page-headers.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm, refusedForm } from "#app/forms.server.ts";
import { CustomerPage } from "#app/ui/customer/customer-page.tsx";
import { DataTable } from "#app/ui/customer/data-table.tsx";
import { Button, ButtonLink } from "#app/ui/forms/button.tsx";
import { Notice, StatusMark } from "#app/ui/notice.tsx";
import { type DateReader, fullDateOf, isoTime, minuteOf } from "#platform/time/dates.ts";
import type { Route } from "./+types/sessions";

export const handle = { quiet: true };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Sessions", matches);
}

export const headers = ownPageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await signedInOrLogin(context, request);
  const { services, signInHeaders } = context.get(appContext);
  const reader = await dateReader(services, request);
  const sessions = await listSessions(services, actor, signInHeaders());
  return {
    sessions: sessions.map((session) => ({
      ...session,
      since: shownDate(session.since, reader),
      lastSeen: shownDate(session.lastSeen, reader),
    })),
    ended: new URL(request.url).searchParams.has("ended"),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await signedInOrLogin(context, request);
  const { services, signInHeaders } = context.get(appContext);
  const values = await readForm(request);
  try {
    if (values.session === undefined) await endOtherSessions(services, actor, signInHeaders());
    else await endSession(services, actor, values.session);
    return redirect("/account/sessions?ended", 303);
  } catch (error) {
    return refusedForm(error, {});
  }
}

export default function Sessions({ loaderData, actionData }: Route.ComponentProps) {
  const { sessions, ended } = loaderData;
  return (
    <CustomerPage
      title="Sessions"
      lead={
        <p>
          The devices where you are signed in. If you do not recognise one, end its session and
          change your password.
        </p>
      }
      actions={
        sessions.length > 1 && (
          <form method="post" action="/account/sessions">
            <Button variant="secondary">End all other sessions</Button>
          </form>
        )
      }
    >
      {actionData?.notice && <Notice tone="error">{actionData.notice}</Notice>}
      {ended && !actionData && <Notice tone="success">The session has ended.</Notice>}
      <DataTable
        caption="Sessions"
        columns={["Device", "Network address", "Since", "Last seen", "End"]}
        rows={sessions.map((session) => ({
          key: session.id,
          cells: [
            session.device,
            session.address || "unknown",
            <SessionDate key="since" date={session.since} />,
            <SessionDate key="lastSeen" date={session.lastSeen} />,
            <SessionEnd key="end" session={session} />,
          ],
        }))}
        empty={<p>You are not signed in on any device.</p>}
      />
      <div className="customer-page__actions">
        <ButtonLink href="/account" variant="quiet">
          Back to your account
        </ButtonLink>
      </div>
    </CustomerPage>
  );
}

const shownDate = (at: number, reader: DateReader) => ({
  date: minuteOf(at, reader),
  full: fullDateOf(at, reader),
  iso: isoTime(at),
});

function SessionDate({ date }: { date: ReturnType<typeof shownDate> }) {
  return (
    <time dateTime={date.iso} title={date.full}>
      {date.date}
    </time>
  );
}

function SessionEnd({ session }: { session: Pick<Session, "id" | "isThis"> }) {
  if (session.isThis) return <StatusMark tone="good">This device</StatusMark>;
  return (
    <form method="post" action="/account/sessions">
      <Button variant="secondary" name="session" value={session.id}>
        End
      </Button>
    </form>
  );
}
