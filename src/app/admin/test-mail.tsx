import { Alert, Button, Stack, Text, Title } from "@mantine/core";
import { Form, useNavigation } from "react-router";
import { sendTestMail } from "../../mail/send-test-mail.ts";
import { servicesOf } from "../app-context.server.ts";
import { pageTitle } from "../page-title.ts";
import type { Route } from "./+types/test-mail";
import { adminOnly } from "./admin-guard.server.ts";

export const handle = { breadcrumb: [{ label: "Test the mail" }] };

export function meta() {
  return pageTitle("Test the mail");
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = await adminOnly(context, request);
  return { email, hasServer: servicesOf(context).configuration.smtpUrl !== undefined };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  await sendTestMail(servicesOf(context), actor);
  return { queued: true };
}

export default function TestMail({ loaderData, actionData }: Route.ComponentProps) {
  const { email, hasServer } = loaderData;
  const isSending = useNavigation().state !== "idle";
  return (
    <Stack maw={640}>
      <Title order={1}>Test the mail</Title>
      {!hasServer && (
        <Alert color="yellow" title="No mail server is set up">
          Mail waits in the outbox until the installation is started with SMTP_URL and MAIL_FROM.
        </Alert>
      )}
      {actionData?.queued && (
        <Alert color="field">
          The mail to {email} is{" "}
          {hasServer ? "on its way. Look into your inbox." : "in the outbox."}
        </Alert>
      )}
      <Text>A short mail is sent to {email}, the address that you sign in with.</Text>
      <Form method="post">
        <Button type="submit" loading={isSending}>
          Send a test mail
        </Button>
      </Form>
    </Stack>
  );
}
