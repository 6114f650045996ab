import { Alert, Button, Card, Group, Radio, Stack, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { Form, useNavigation } from "react-router";
import { mailChoiceTexts } from "#app/account/mail-choice-texts.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-meta.ts";
import { readForm, refusedForm } from "#app/form-state.server.ts";
import { readMailChoice, saveMailChoice } from "#orders/room/news/mail-choice.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/your-emails";

const title = "Your emails";

export const handle = { breadcrumb: [{ label: title }] };

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle(title, matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  return {
    choice: await readMailChoice(servicesOf(context), actor, "team"),
    email: actor.email,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const values = await readForm(request);
  try {
    await saveMailChoice(services, actor, "team", values);
    return { savedAt: services.clock() };
  } catch (error) {
    return refusedForm(error, values);
  }
}

export default function YourEmails({ loaderData, actionData }: Route.ComponentProps) {
  const isSaving = useNavigation().state !== "idle";
  const savedAt = actionData && "savedAt" in actionData ? actionData.savedAt : undefined;
  const refused = actionData && "errors" in actionData ? actionData : undefined;
  useEffect(() => {
    if (savedAt !== undefined) notifications.show({ message: "Your choice is saved" });
  }, [savedAt]);
  return (
    <Stack gap="lg" maw={760}>
      <div>
        <Title order={1}>{title}</Title>
        <Text size="sm" c="dimmed">
          Emails to {shownEmail(loaderData.email)} about what customers do: messages, answers to
          deliveries, and briefs.
          {loaderData.choice === null &&
            " Until you choose, you get these emails at once, and only about the orders assigned to you."}
        </Text>
      </div>
      <Card withBorder padding="lg">
        <Form method="post" noValidate>
          <Stack gap="md">
            {refused?.notice && <Alert color="red">{refused.notice}</Alert>}
            <Radio.Group
              name="choice"
              label="When do you want these emails?"
              defaultValue={refused?.values.choice ?? loaderData.choice}
              error={refused?.errors.choice}
            >
              <Stack gap="sm" mt="xs">
                {mailChoiceTexts.map(({ value, label, hint }) => (
                  <Radio key={value} value={value} label={label} description={hint} size="md" />
                ))}
              </Stack>
            </Radio.Group>
            <Text size="sm" c="dimmed">
              Emails about payments go to the owner's address, and emails about your account to you,
              whatever you choose here. Everybody on the team chooses for themselves.
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
