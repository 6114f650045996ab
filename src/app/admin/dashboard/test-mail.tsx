import { Alert, Anchor, Button, Stack, Text, Title } from "@mantine/core";
import { Form, Link, useNavigation } from "react-router";
import { sendTestMail } from "../../../mail/sending/send-test-mail.ts";
import { servicesOf } from "../../app-context.server.ts";
import { pageTitle } from "../../document/page-meta.ts";
import { isShownAsToast } from "../forms/saved-forms.ts";
import { NoMailServer } from "../mail/mail-notices.tsx";
import { hasMailServer } from "../mail/mail-row.server.ts";
import { adminOnly } from "../shell/admin-guard.server.ts";
import type { Route } from "./+types/test-mail";

export const handle = {
  breadcrumb: [{ label: "Sent emails", path: "/outbox" }, { label: "Send a test email" }],
};

export function meta() {
  return pageTitle("Send a test email");
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const { email } = await adminOnly(context, request);
  return { email, hasServer: await hasMailServer(servicesOf(context)) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  return { id: await sendTestMail(servicesOf(context), actor) };
}

export default function TestMail({ loaderData, actionData }: Route.ComponentProps) {
  const { email, hasServer } = loaderData;
  const isSending = useNavigation().state !== "idle";
  return (
    <Stack maw={640}>
      <Title order={1}>Send a test email</Title>
      {!hasServer && <NoMailServer />}
      {actionData && !isShownAsToast(actionData) && (
        <Alert color="field">
          The email to {email} is{" "}
          {hasServer ? "on its way. Check your inbox." : "waiting for a mail server."}{" "}
          <Anchor component={Link} to={`/outbox/${actionData.id}`} size="sm" underline="always">
            View this email
          </Anchor>
        </Alert>
      )}
      <Text>Sends a short email to {email}, the address you sign in with.</Text>
      <Form method="post">
        <Button type="submit" loading={isSending}>
          Send a test email
        </Button>
      </Form>
    </Stack>
  );
}
