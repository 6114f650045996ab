import { Anchor, Button, Group, NativeSelect, Stack, Text, TextInput, Title } from "@mantine/core";
import { Form, Link, useNavigation } from "react-router";
import {
  countFailedMails,
  mailStates,
  manyFailedMails,
  pageOfMails,
} from "../../../mail/outbox/read-mails.ts";
import { readOwnerAddress } from "../../../settings/stored-settings.server.ts";
import { servicesOf } from "../../app-context.server.ts";
import { dateReader } from "../../date-reader.server.ts";
import { pageTitle } from "../../document/page-meta.ts";
import { pageNumberOf } from "../../ordering/orders-page.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import { AdminPagination } from "../ui/admin-pagination.tsx";
import type { Route } from "./+types/outbox";
import { FailedMails, NoMailServer, NoOwnerAddress } from "./mail-notices.tsx";
import { hasMailServer, mailRow } from "./mail-row.server.ts";
import { MailsTable } from "./mails-table.tsx";

export const handle = { breadcrumb: [{ label: "Mail" }] };

export function meta() {
  return pageTitle("Mail");
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { searchParams } = new URL(request.url);
  const state = mailStates.find((known) => known === searchParams.get("state"));
  const recipient = searchParams.get("recipient")?.trim().slice(0, 254) ?? "";
  const before = searchParams.get("before") ?? "";
  const page = pageNumberOf(request);
  const [mails, failed, hasServer, ownerAddress] = await Promise.all([
    pageOfMails(services, actor, { state, recipient, before, page, pageSize: 10 }),
    countFailedMails(services, actor),
    hasMailServer(services),
    readOwnerAddress(services.configuration, services.database.read),
  ]);
  const reader = dateReader(services, request);
  return {
    mails: { ...mails, items: mails.items.map((mail) => mailRow(mail, reader)) },
    filter: { state: state ?? "", recipient, before },
    failed: { count: failed, many: manyFailedMails },
    hasServer,
    hasOwnerAddress: ownerAddress !== undefined,
  };
}

export default function Outbox({ loaderData }: Route.ComponentProps) {
  const { mails, filter, failed, hasServer, hasOwnerAddress } = loaderData;
  const isFiltered = filter.state !== "" || filter.recipient !== "";
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="end">
        <Title order={1}>Mail</Title>
        <Group gap="lg">
          <Anchor component={Link} to="/letters" size="sm">
            Mail texts
          </Anchor>
          <Anchor component={Link} to="/admin/test-mail" size="sm">
            Test the mail
          </Anchor>
        </Group>
      </Group>
      {!hasServer && <NoMailServer />}
      {!hasOwnerAddress && <NoOwnerAddress />}
      {filter.state !== "failed" && <FailedMails {...failed} />}
      <Filter {...filter} />
      <div>
        <MailsTable
          mails={mails.items}
          empty={isFiltered ? "No emails match." : "No emails yet."}
        />
        {mails.total > 0 && (
          <AdminPagination
            page={mails.page}
            pageCount={mails.pageCount}
            hrefOf={(page) => hrefWith({ ...filter, page: String(page) })}
            label="Pages of mails"
          />
        )}
        {mails.older !== null && (
          <Anchor component={Link} to={hrefWith({ ...filter, before: mails.older })} size="sm">
            The mails after these {mails.total.toLocaleString("en-US")}
          </Anchor>
        )}
        {filter.before !== "" && (
          <Text size="sm" mt="xs">
            <Anchor component={Link} to={hrefWith({ ...filter, before: "" })} size="sm">
              Back to the beginning
            </Anchor>
          </Text>
        )}
      </div>
    </Stack>
  );
}

function Filter({ state, recipient }: { state: string; recipient: string }) {
  const isLoading = useNavigation().state === "loading";
  return (
    <Form method="get" role="search" key={`${state} ${recipient}`}>
      <Group align="end" gap="sm">
        <NativeSelect
          label="State"
          name="state"
          defaultValue={state}
          data={[
            { value: "", label: "Every state" },
            { value: "waiting", label: "Waiting" },
            { value: "sent", label: "Sent" },
            { value: "failed", label: "Failed" },
          ]}
        />
        <TextInput
          label="Recipient"
          name="recipient"
          type="search"
          defaultValue={recipient}
          placeholder="Address or its beginning"
          maxLength={254}
        />
        <Button type="submit" variant="default" loading={isLoading}>
          Search
        </Button>
      </Group>
    </Form>
  );
}

function hrefWith(parameters: Readonly<Record<string, string>>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== "");
  return given.length === 0 ? "/outbox" : `/outbox?${new URLSearchParams(given)}`;
}
