import { Anchor, Group, Stack, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { incomingMailStates, listReceivedMails } from "#mail/incoming/read-incoming-mails.ts";
import { readAuthservId } from "#settings/stored-settings.server.ts";
import { EmptyList } from "../list/list-rows.tsx";
import { StateTabs } from "../list/state-tabs.tsx";
import { adminOnly } from "../shell/admin-guard.server.ts";
import { AdminTable } from "../ui/admin-table.tsx";
import type { Route } from "./+types/received-emails";
import { SendersNotChecked } from "./mail-notices.tsx";
import { receivedColumns, receivedStateLabels } from "./received-columns.tsx";
import { receivedRow } from "./received-row.server.ts";

export const handle = { breadcrumb: [{ label: "Received emails" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Received emails", matches);
}

const pageSize = 50;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { searchParams } = new URL(request.url);
  const state = incomingMailStates.find((name) => name === searchParams.get("state"));
  const before = searchParams.get("before") ?? "";
  const [mails, reader] = await Promise.all([
    listReceivedMails(services, actor, { state, before, limit: pageSize + 1 }),
    dateReader(services, request),
  ]);
  const shown = mails.slice(0, pageSize);
  return {
    state: state ?? "",
    before,
    mails: shown.map((mail) => receivedRow(mail, reader)),
    older: mails.length > pageSize ? (shown.at(-1)?.id ?? null) : null,
    isOn: services.configuration.incomingMail !== undefined,
    checksSenders:
      (await readAuthservId(services.configuration, services.database.read)) !== undefined,
  };
}

const why = {
  on: "Replies to emails about orders appear here, each with its result. Look here when a customer says that you did not answer.",
  off: "Customers cannot answer emails about their orders yet. Ask the person who runs the server to set REPLY_ADDRESS, and IMAP_URL or INCOMING_MAIL_SECRET.",
};

export default function ReceivedEmails({ loaderData }: Route.ComponentProps) {
  const { state, before, mails, older, isOn, checksSenders } = loaderData;
  return (
    <Stack gap="lg">
      <Title order={1}>Received emails</Title>
      {isOn && !checksSenders && <SendersNotChecked />}
      <StateTabs
        label="Received emails by state"
        tabs={["", ...incomingMailStatesShown].map((name) => ({
          name: name === "" ? "All" : receivedStateLabels[name as keyof typeof receivedStateLabels],
          to: name === "" ? "/received-emails" : `?state=${name}`,
          isOpen: name === state,
        }))}
      />
      <AdminTable
        label="Received emails"
        columns={receivedColumns}
        rows={mails}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/received-emails/${id}`}
        empty={<EmptyList title="No emails yet" why={isOn ? why.on : why.off} />}
      />
      <Group gap="lg">
        {before !== "" && <ListLink to={`?${query(state)}`}>Back to the newest emails</ListLink>}
        {older !== null && <ListLink to={`?${query(state, older)}`}>Show older emails</ListLink>}
      </Group>
    </Stack>
  );
}

const incomingMailStatesShown = Object.keys(receivedStateLabels);

function query(state: string, before = ""): URLSearchParams {
  const all = { state, before };
  return new URLSearchParams(Object.entries(all).filter(([, value]) => value !== ""));
}

function ListLink({ to, children }: { to: string; children: string }) {
  return (
    <Text size="sm">
      <Anchor component={Link} to={to} inherit>
        {children}
      </Anchor>
    </Text>
  );
}
