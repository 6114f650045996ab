import { Stack, Title } from "@mantine/core";
import { EmptyList } from "#app/admin/frame/list/empty-list.tsx";
import { ListView } from "#app/admin/frame/list/list-view.tsx";
import { readList } from "#app/admin/frame/list/read-list.server.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageOfReceivedMails } from "#mail/incoming/read-incoming-mails.ts";
import { readSetting } from "#settings/stored-settings.server.ts";
import type { Route } from "./+types/received-emails";
import { SendersNotChecked } from "./mail-notices.tsx";
import { receivedList } from "./received-list.tsx";
import { receivedRow } from "./received-row.server.ts";

export const handle = { breadcrumb: [{ label: "Received emails" }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Received emails", matches);
}

const pageSize = 50;

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { search, shown } = await readList(services, actor, request, receivedList);
  const [mails, reader] = await Promise.all([
    pageOfReceivedMails(services, actor, { ...search, pageSize }),
    dateReader(services, request),
  ]);
  return {
    shown,
    mails: { ...mails, items: mails.items.map((mail) => receivedRow(mail, reader)) },
    isOn: services.configuration.incomingMail !== undefined,
    checksSenders:
      (await readSetting(services.configuration, services.database.read, "authservId")) !==
      undefined,
  };
}

const why = {
  on: "Replies to emails about orders appear here, each with its result. Look here when a customer says that you did not answer.",
  off: "Customers cannot answer emails about their orders yet. Ask the person who runs the server to set REPLY_ADDRESS, and IMAP_URL or INCOMING_MAIL_SECRET.",
};

export default function ReceivedEmails({ loaderData }: Route.ComponentProps) {
  const { shown, mails, isOn, checksSenders } = loaderData;
  return (
    <Stack gap="lg">
      <Title order={1}>Received emails</Title>
      {isOn && !checksSenders && <SendersNotChecked />}
      <ListView
        list={receivedList}
        {...shown}
        label="Received emails"
        page={mails}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/received-emails/${id}`}
        nameOf={({ subject, sender }) => `${subject || "the email"}, from ${sender}`}
        empty={<EmptyList title="No emails yet" why={isOn ? why.on : why.off} />}
      />
    </Stack>
  );
}
