import { Alert, Anchor, Button, Stack, Text, Title } from "@mantine/core";
import { useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { servicesOf } from "#app/app-context.server.ts";
import { pageTitle } from "#app/document/page-title.ts";
import { refusedForm, savedForm } from "#app/forms.server.ts";
import { sendTestMail } from "#mail/sending/send-test-mail.ts";
import { shownEmail } from "#platform/texts/shown-email.ts";
import { useConfirmAgain } from "../frame/forms/use-confirm-again.ts";
import { adminOnly } from "../frame/shell/admin-guard.server.ts";
import { NoMailServer } from "../messages/mail/mail-notices.tsx";
import { hasMailServer } from "../messages/mail/mail-row.server.ts";
import type { Route } from "./+types/test-mail";

export const handle = {
  breadcrumb: [{ label: "Sent emails", path: "/outbox" }, { label: "Send a test email" }],
};

export function meta({ matches }: Route.MetaArgs) {
  return pageTitle("Send a test email", matches);
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = await adminOnly(context, request);
  return { email, hasServer: await hasMailServer(servicesOf(context)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  try {
    return savedForm({ data: { id: await sendTestMail(servicesOf(context), actor) } });
  } catch (error) {
    return refusedForm(error, {});
  }
}

export default function TestMail({ loaderData, actionData }: Route.ComponentProps) {
  const { email, hasServer } = loaderData;
  const isSending = useNavigation().state !== "idle";
  const form = useRef<HTMLFormElement>(null);
  useConfirmAgain(actionData, () => form.current?.requestSubmit());
  return (
    <Stack maw={640}>
      <Title order={1}>Send a test email</Title>
      {!hasServer && <NoMailServer />}
      {actionData?.notice && <Alert color="red">{actionData.notice}</Alert>}
      {actionData?.data && (
        <Alert color="brand">
          The email to {shownEmail(email)} is{" "}
          {hasServer ? "on its way. Check your inbox." : "waiting for a mail server."}{" "}
          <Anchor
            component={Link}
            to={`/outbox/${actionData.data.id}`}
            size="sm"
            underline="always"
          >
            View this email
          </Anchor>
        </Alert>
      )}
      <Text>Sends a short email to {shownEmail(email)}, the address you sign in with.</Text>
      <Form method="post" ref={form}>
        <Button type="submit" loading={isSending}>
          Send a test email
        </Button>
      </Form>
    </Stack>
  );
}
