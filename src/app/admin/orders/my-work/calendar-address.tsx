import {
  Alert,
  Button,
  Card,
  CopyButton,
  Group,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import { useConfirmAgain } from "#app/admin/frame/forms/use-confirm-again.ts";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm } from "#app/forms.server.ts";
import { fields, intent, runIntent } from "#app/intents.server.ts";
import {
  readCalendarAddresses,
  removeCalendarAddresses,
  renewCalendarAddresses,
} from "#calendar/calendar-address.ts";
import type { Services } from "#compose.ts";
import { longDateOf } from "#platform/time/dates.ts";
import type { Actor } from "#policy/actor.ts";
import type { Route } from "./+types/calendar-address";

const title = "Due dates in your calendar";

export const handle = {
  breadcrumb: [{ label: "My work", path: "/my-work" }, { label: title }],
};

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle(title, matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const { publicUrl } = services.configuration;
  const addresses = await readCalendarAddresses({ ...services, publicUrl }, actor);
  const reader = await dateReader(services, request);
  return {
    addresses: addresses && { ...addresses, createdOn: longDateOf(addresses.createdAt, reader) },
  };
}

interface CalendarOwner {
  readonly services: Services;
  readonly actor: Actor;
}

const calendarIntents = {
  renew: intent(fields("seen"), async ({ services, actor }: CalendarOwner, { seen }) => {
    const { publicUrl } = services.configuration;
    await renewCalendarAddresses({ ...services, publicUrl }, actor, seen ? Number(seen) : null);
    return {};
  }),
  remove: intent(fields(), async ({ services, actor }: CalendarOwner) => {
    await removeCalendarAddresses(services, actor);
    return {};
  }),
};

export async function action({ request, context }: Route.ActionArgs) {
  const owner = { services: servicesOf(context), actor: await adminOnly(context, request) };
  return runIntent(calendarIntents, owner, await readForm(request));
}

/** The secret addresses at which a calendar program reads the due days of orders. */
export default function CalendarAddress({ loaderData, actionData }: Route.ComponentProps) {
  const { addresses } = loaderData;
  const sending = useNavigation().formData?.get("intent");
  const renew = useRef<HTMLButtonElement>(null);
  useConfirmAgain(actionData, () => renew.current?.form?.requestSubmit(renew.current));
  return (
    <Stack gap="lg" maw={760}>
      <div>
        <Title order={1}>{title}</Title>
        <Text c="dimmed" size="sm" mt={4}>
          Google Calendar, Outlook, Apple Calendar and others can subscribe to an address and show
          each open order on the day it is due. They update every few hours.
        </Text>
      </div>
      {actionData?.notice && <Alert color="red">{actionData.notice}</Alert>}
      <Card withBorder padding="lg">
        <Form method="post" preventScrollReset>
          <Stack gap="md">
            {addresses === null ? (
              <Text>You have no calendar address yet.</Text>
            ) : (
              <>
                <input type="hidden" name="seen" value={addresses.createdAt} />
                {addresses.assigned === null ? (
                  <ShowAddresses />
                ) : (
                  <>
                    <Address label="Orders assigned to you" address={addresses.assigned} />
                    {addresses.all !== null && (
                      <Address label="All open orders" address={addresses.all} />
                    )}
                  </>
                )}
                <Text size="sm" c="dimmed">
                  Created {addresses.createdOn}. Anyone who has an address can see the numbers,
                  plans, customers and websites of these orders, so keep it to yourself. If you
                  create a new address, the old one stops working.
                </Text>
              </>
            )}
            <Group gap="sm">
              <Button
                ref={renew}
                type="submit"
                name="intent"
                value="renew"
                variant={addresses === null ? "filled" : "default"}
                loading={sending === "renew"}
              >
                {addresses === null ? "Create a calendar address" : "Create a new address"}
              </Button>
              {addresses !== null && (
                <Button
                  type="submit"
                  name="intent"
                  value="remove"
                  variant="default"
                  loading={sending === "remove"}
                >
                  Switch off
                </Button>
              )}
            </Group>
          </Stack>
        </Form>
      </Card>
    </Stack>
  );
}

function ShowAddresses() {
  return (
    <Group gap="sm">
      <Text>Your calendar addresses are hidden until you confirm that it is you.</Text>
      <Button component="a" href="/account/confirm?from=/my-work/calendar" variant="default">
        Show the addresses
      </Button>
    </Group>
  );
}

function Address({ label, address }: { label: string; address: string }) {
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <TextInput
        flex={1}
        size="md"
        label={label}
        value={address}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <CopyButton value={address}>
        {({ copied, copy }) => (
          <Button size="md" variant="default" onClick={copy} aria-label={`Copy: ${label}`}>
            {copied ? "Copied" : "Copy"}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
