import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { listSavedTabs } from "#access/admins/saved-tabs.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageNumberOf } from "#app/page-number.server.ts";
import { mayOpen } from "#app/route-access.server.ts";
import { countFailedMails, manyFailedMails, pageOfMails } from "#mail/outbox/read-mails.ts";
import { retryMails, undoRetries } from "#mail/outbox/retry-mails.ts";
import { isSomebodyToldOfOrders } from "#mail/team/team-mailboxes.server.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { type List, listHref } from "../list/list.ts";
import { listAction } from "../list/list-action.server.ts";
import { ListFrame } from "../list/list-frame.tsx";
import { EmptyList, ListRows } from "../list/list-rows.tsx";
import { listShapes } from "../list/list-shapes.server.ts";
import { readQuery } from "../list/read-query.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/outbox";
import { mailColumns, mailStateLabels } from "./mail-columns.tsx";
import { FailedMails, NobodyTold, NoMailServer } from "./mail-notices.tsx";
import { hasMailServer, mailRow } from "./mail-row.server.ts";

const list: List = {
  path: "/outbox",
  one: "email",
  many: "emails",
  search: {
    name: "recipient",
    label: "Recipient",
    placeholder: "Email address starts with",
    maxLength: 254,
  },
  filters: [
    {
      name: "state",
      label: "State",
      options: Object.entries(mailStateLabels).map(([value, label]) => ({ value, label })),
    },
  ],
  sorts: { newest: "Newest first", oldest: "Oldest first" },
  tabs: [
    { label: "All", query: "" },
    ...Object.entries(mailStateLabels).map(([state, label]) => ({
      label,
      query: `state=${state}`,
    })),
  ],
};

export const handle = { breadcrumb: [{ label: "Sent emails" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Sent emails", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const before = new URL(request.url).searchParams.get("before") ?? "";
  const { values, query } = readQuery(request, listShapes.mails);
  const { recipient, sort } = values;
  const state = values.state === "" ? undefined : values.state;
  const page = pageNumberOf(request);
  const [mails, failed, savedTabs, hasServer, isSomebodyTold] = await Promise.all([
    pageOfMails(services, actor, { state, recipient, sort, before, page, pageSize: 10 }),
    countFailedMails(services, actor),
    listSavedTabs(services, actor, list.path),
    hasMailServer(services),
    isSomebodyToldOfOrders(services.database.read, services.post),
  ]);
  const reader = await dateReader(services, request);
  return {
    query,
    state,
    before,
    savedTabs,
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
      const message = `Sending ${count === 1 ? "1 email" : `${count} emails`} again`;
      return { message, failed, undo: count === 0 ? null : [...done] };
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
  const { query, state, before, savedTabs, mails, failed, opens } = loaderData;
  const present = listHref("", query, { before }).replace("?", "");
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
      <ListFrame
        list={list}
        query={query}
        savedTabs={savedTabs}
        count={mails.items.length}
        csv={listHref("/admin/csv/mails", query)}
      >
        <ListRows
          list={list}
          query={present}
          label="Emails"
          page={{ ...mails, isCounted: mails.older === null && before === "" }}
          columns={mailColumns}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => `/outbox/${id}`}
          nameOf={({ subject, recipient }) =>
            `${subject || "the email"}, to ${shownEmail(recipient)}`
          }
          actions={[{ label: "Try again", input: {}, shortcut: "t" }]}
          empty={<EmptyList {...empty} {...(opens.testMail && { todo: testMail })} />}
          more={
            mails.older !== null && (
              <Anchor
                component={Link}
                to={listHref(list.path, query, { before: mails.older })}
                inherit
              >
                Show older emails
              </Anchor>
            )
          }
        />
        {before !== "" && (
          <Text size="sm" mt="xs">
            <Anchor component={Link} to={listHref(list.path, query)} inherit>
              Back to the newest emails
            </Anchor>
          </Text>
        )}
      </ListFrame>
    </Stack>
  );
}
