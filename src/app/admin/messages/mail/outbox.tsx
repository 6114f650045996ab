import { Anchor, Group, Stack, Title } from "@mantine/core";
import { Link } from "react-router";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { listAction } from "#app/admin/frame/list/list-action.server.ts";
import { ListView } from "#app/admin/frame/list/list-view.tsx";
import { readList } from "#app/admin/frame/list/read-list.server.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { mayOpen } from "#app/route-access.server.ts";
import { countFailedMails, manyFailedMails, pageOfMails } from "#mail/outbox/read-mails.ts";
import { retryMails, undoRetries } from "#mail/outbox/retry-mails.ts";
import { isSomebodyToldOfOrders } from "#mail/team/team-mailboxes.server.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import type { Route } from "./+types/outbox";
import { FailedMails, NobodyTold, NoMailServer } from "./mail-notices.tsx";
import { hasMailServer, mailRow } from "./mail-row.server.ts";
import { mailsList } from "./mails-list.tsx";

export const handle = { breadcrumb: [{ label: "Sent emails" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Sent emails", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { search, shown } = await readList(services, actor, request, mailsList);
  const [mails, failed, hasServer, isSomebodyTold] = await Promise.all([
    pageOfMails(services, actor, { ...search, pageSize: 10 }),
    countFailedMails(services, actor),
    hasMailServer(services),
    isSomebodyToldOfOrders(services.database.read, services.post),
  ]);
  const reader = await dateReader(services, request);
  return {
    shown,
    state: search.state,
    mails: { ...mails, items: mails.items.map((mail) => mailRow(mail, reader, hasServer)) },
    failed: { count: failed, many: manyFailedMails },
    hasServer,
    isSomebodyTold,
    opens: {
      texts: mayOpen(actor, "/letters"),
      testMail: mayOpen(actor, "/admin/test-mail"),
      settings: mayOpen(actor, "/admin/settings"),
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  return listAction(request, {
    change: async ({ ids }) => {
      const { done, failed } = await retryMails(services, actor, ids);
      const count = done.length;
      const said = `Sending ${count === 1 ? "1 email" : `${count} emails`} again`;
      return { said, data: { failed }, undo: count === 0 ? undefined : [...done] };
    },
    undo: (retries) => undoRetries(services, actor, retries),
  });
}

const empty = {
  title: "No emails yet",
  why: "Every email that your site sends to you and your customers appears here, with its result. Look here when somebody says that an email did not arrive.",
};

const testMail = { label: "Send a test email", path: "/admin/test-mail" };

export default function Outbox({ loaderData }: Route.ComponentProps) {
  const { shown, state, mails, failed, opens } = loaderData;
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="end">
        <Title order={1}>Sent emails</Title>
        <Group gap="lg">
          {opens.texts && (
            <Anchor component={Link} to="/letters" size="sm">
              Edit the email texts
            </Anchor>
          )}
          {opens.testMail && (
            <Anchor component={Link} to="/admin/test-mail" size="sm">
              Send a test email
            </Anchor>
          )}
        </Group>
      </Group>
      {!loaderData.hasServer && <NoMailServer />}
      {!loaderData.isSomebodyTold && <NobodyTold />}
      {state !== "failed" && <FailedMails {...failed} />}
      <ListView
        list={mailsList}
        {...shown}
        page={mails}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/outbox/${id}`}
        nameOf={({ subject, recipient }) =>
          `${subject || "the email"}, to ${shownEmail(recipient)}`
        }
        actions={[{ label: "Try again", input: {}, shortcut: "t" }]}
        empty={<EmptyList {...empty} {...(opens.testMail && { todo: testMail })} />}
      />
    </Stack>
  );
}
