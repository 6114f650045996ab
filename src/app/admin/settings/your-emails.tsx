import { Alert, Button, Card, Group, Radio, Stack, Text, Title } from "@mantine/core";
import { Form, useNavigation } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { readForm, refusedForm, savedForm } from "#app/forms.server.ts";
import { readTeamChoices, saveTeamChoices } from "#conversation/news/team-choices.ts";
import { dailyHour } from "#mail/team/daily-hour.ts";
import type { MailChoice, NotificationTopic } from "#mail/team/notification-topics.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { adminOnly } from "../frame/shell/admin-guard.server.ts";
import type { Route } from "./+types/your-emails";

const title = "Your emails";

export const handle = { breadcrumb: [{ label: title }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle(title, matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  return {
    choices: await readTeamChoices(servicesOf(context), actor),
    email: actor.email,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const values = await readForm(request);
  try {
    await saveTeamChoices(services, actor, values);
    return savedForm({ said: "Your choice is saved" });
  } catch (error) {
    return refusedForm(error, values);
  }
}

const topicTexts: Readonly<Record<NotificationTopic, { label: string; hint: string }>> = {
  orders: { label: "Orders", hint: "A new order, and an order that is paid." },
  messages: {
    label: "Messages",
    hint: "Customers write about an order, send a brief, or use the contact form.",
  },
  deliveries: {
    label: "Answers to deliveries",
    hint: "A customer accepts a delivery, asks for changes, reopens an order, or writes a testimonial.",
  },
  assignments: { label: "Orders assigned to you", hint: "Somebody gives you an order." },
  reviews: {
    label: "Payments to review",
    hint: "A payment does not match its order, or a customer asks for a refund.",
  },
  failures: {
    label: "Failures",
    hint: "A backup, its copy in the bucket or a planned release has failed.",
  },
};

const choiceTexts: readonly { value: MailChoice; label: string }[] = [
  { value: "at-once", label: "At once" },
  { value: "daily", label: "Once a day" },
  { value: "never", label: "Never" },
];

export default function YourEmails({ loaderData, actionData }: Route.ComponentProps) {
  const { choices, email } = loaderData;
  const isSaving = useNavigation().state !== "idle";
  return (
    <Stack gap="lg" maw={760}>
      <div>
        <Title order={1}>{title}</Title>
        <Text size="sm" c="dimmed">
          What {shownEmail(email)} is told, and when. Everybody on the team chooses for themselves.
        </Text>
      </div>
      <Card withBorder padding="lg">
        <Form method="post" noValidate>
          <Stack gap="lg">
            {actionData?.notice && <Alert color="red">{actionData.notice}</Alert>}
            {choices.map(({ topic, choice }) => (
              <Radio.Group
                key={topic}
                name={topic}
                label={topicTexts[topic].label}
                description={
                  choice === null
                    ? `${topicTexts[topic].hint} Until you choose, you are told at once, and only about the orders assigned to you.`
                    : topicTexts[topic].hint
                }
                defaultValue={actionData?.values[topic] ?? choice}
                error={actionData?.errors[topic]}
              >
                <Group gap="lg" mt="xs">
                  {choiceTexts.map(({ value, label }) => (
                    <Radio key={value} value={value} label={label} size="md" />
                  ))}
                </Group>
              </Radio.Group>
            ))}
            <Text size="sm" c="dimmed">
              Once a day means one email at {dailyHour}:00, in the time zone of this site. Several
              updates of an order within ten minutes become one email. If you choose “Never”, what
              waits for your daily email is deleted. Emails about your account are always sent.
            </Text>
            <Group>
              <Button type="submit" loading={isSaving}>
                Save
              </Button>
            </Group>
          </Stack>
        </Form>
      </Card>
    </Stack>
  );
}
