import { Box, Button, Card, Grid, Group, Stack, Tabs, Text, Timeline, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { Form, redirect, useNavigation, useSearchParams } from "react-router";
import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { pageError } from "#app/forms.server.ts";
import { type MailHappening, readMail } from "#mail/outbox/read-mails.ts";
import { sendAgain } from "#mail/outbox/send-again.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import type { Route } from "./+types/view-mail";
import { NoMailServer } from "./mail-notices.tsx";
import {
  hasMailServer,
  type Instant,
  instantOf,
  type MailRow,
  mailRow,
} from "./mail-row.server.ts";
import { MailStateBadge, notDelivered, outcomeOf } from "./mails-list.tsx";

interface MailHistoryProps {
  queued: Instant;
  happened: readonly (Omit<MailHappening, "at"> & { readonly at: Instant })[];
}

const words: Readonly<Record<MailHappening["event"], string>> = {
  sent: "Sent",
  failed: "An attempt failed",
  "given up": notDelivered,
  "sent again": "Tried again",
};

/** An admin who sends a sent email again queues a copy of it. */
function titleOf({ event }: Pick<MailHappening, "event">, before: readonly { event: string }[]) {
  const isCopy = event === "sent again" && before.some((earlier) => earlier.event === "sent");
  return isCopy ? "Copy sent" : words[event];
}

/** Oldest event first. */
function MailHistory({ queued, happened }: MailHistoryProps) {
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="md">
        History
      </Title>
      <Timeline active={happened.length} bulletSize={14} lineWidth={2}>
        <Timeline.Item title="Queued">
          <Moment {...queued} />
        </Timeline.Item>
        {happened.map(({ event, at, note }, index) => (
          <Timeline.Item
            key={`${event} ${at.iso}`}
            title={titleOf({ event }, happened.slice(0, index))}
          >
            <Moment {...at} />
            {note !== "" && (
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>
                {event === "sent again" ? `By ${note}` : note}
              </Text>
            )}
          </Timeline.Item>
        ))}
      </Timeline>
    </Card>
  );
}

function Moment({ full, iso }: Instant) {
  return (
    <Text size="xs" c="dimmed">
      <time dateTime={iso}>{full}</time>
    </Text>
  );
}

export const handle = {
  breadcrumb: [{ label: "Sent emails", path: "/outbox" }, { label: "Email" }],
};

export function meta({ matches, loaderData }: Route.MetaArgs) {
  return pageTitle(loaderData?.mail.subject || "Email", matches);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const hasServer = await hasMailServer(services);
  const mail = await readMail(services, actor, params.mailId).catch(pageError);
  const reader = await dateReader(services, request);
  const happened = mail.history.map(({ event, at, note }) => ({
    event,
    note,
    at: instantOf(at, reader),
  }));
  return {
    mail: mailRow(mail, reader, hasServer),
    text: mail.text,
    replyTo: mail.replyTo,
    attachments: mail.attachments.join(", "),
    hidesSecrets: mail.hidesSecrets,
    happened,
    hasServer,
  };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const id = await sendAgain(servicesOf(context), actor, params.mailId).catch(pageError);
  return redirect(`/outbox/${id}?queued`);
}

export default function ViewMail({ loaderData }: Route.ComponentProps) {
  const { mail, text, replyTo, attachments, hidesSecrets, happened, hasServer } = loaderData;
  useQueuedNotice(hasServer);
  return (
    <Stack gap="lg">
      <Group gap="sm">
        <Title order={1} style={{ overflowWrap: "anywhere" }}>
          {mail.subject || "No subject"}
        </Title>
        <MailStateBadge state={mail.state} />
      </Group>
      {!hasServer && <NoMailServer />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack>
            <Card withBorder>
              <Stack gap="xs">
                <Fact label="To">{shownEmail(mail.recipient)}</Fact>
                {replyTo !== null && <Fact label="Replies go to">{replyTo}</Fact>}
                {attachments !== "" && <Fact label="Attached">{attachments}</Fact>}
                <Fact label="Email text">{mail.letter}</Fact>
                <Fact label="Result">{outcomeOf(mail)}</Fact>
                <SendAgain {...mail} />
              </Stack>
            </Card>
            <MailHistory queued={mail.queued} happened={happened} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 8 }}>
          {hidesSecrets && (
            <Text size="sm" c="dimmed" mb="sm">
              Links and codes that give access are hidden here (…). The recipient gets them in full.
            </Text>
          )}
          <Tabs defaultValue="look">
            <Tabs.List mb="md">
              <Tabs.Tab value="look">Preview</Tabs.Tab>
              <Tabs.Tab value="text">Plain text</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="look">
              <Box
                component="iframe"
                title="Preview of the email"
                src={`/outbox/${mail.id}/html`}
                sandbox=""
                w="100%"
                h={900}
                style={{ border: "1px solid var(--mantine-color-default-border)" }}
              />
            </Tabs.Panel>
            <Tabs.Panel value="text">
              <Text
                component="pre"
                size="sm"
                style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}
              >
                {text}
              </Text>
            </Tabs.Panel>
          </Tabs>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {children}
      </Text>
    </div>
  );
}

const sendLabels = { waiting: "Send now", sent: "Send a copy", failed: "Try again" };

function SendAgain({ state, recipient }: Pick<MailRow, "state" | "recipient">) {
  const isSending = useNavigation().state !== "idle";
  return (
    <Form method="post">
      <Button type="submit" variant={state === "failed" ? "filled" : "default"} loading={isSending}>
        {sendLabels[state]}
      </Button>
      {state === "sent" && (
        <Text size="xs" c="dimmed" mt={4} style={{ overflowWrap: "anywhere" }}>
          {shownEmail(recipient)} gets the same email once more.
        </Text>
      )}
    </Form>
  );
}

/**
 * Shows a toast after a redirect with `?queued`, and removes `queued` from the URL at once, so that
 * a reload shows no second toast.
 */
function useQueuedNotice(hasServer: boolean) {
  const [parameters, setParameters] = useSearchParams();
  const isQueued = parameters.has("queued");
  useEffect(() => {
    if (!isQueued) return;
    notifications.show({
      message: hasServer
        ? "The email is queued and will be sent shortly"
        : "The email will be sent when a mail server is set up",
    });
    setParameters({}, { replace: true, preventScrollReset: true });
  }, [isQueued, setParameters, hasServer]);
}
