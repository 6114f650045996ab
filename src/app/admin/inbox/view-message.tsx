import { Anchor, Button, Stack, Table, Text, Title } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useEffect } from "react";
import { Form, useNavigation } from "react-router";
import { readMessage, setMessageStatus } from "../../../inbox/messages.ts";
import { servicesOf } from "../../app-context.server.ts";
import { pageError } from "../../form-state.server.ts";
import { pageTitle } from "../../page-title.ts";
import { adminOnly } from "../admin-guard.server.ts";
import type { Route } from "./+types/view-message";

export const handle = {
  breadcrumb: [{ label: "Messages", path: "/all-messages" }, { label: "Message" }],
};

export function meta() {
  return pageTitle("Message");
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const message = await readMessage(servicesOf(context), actor, params.messageId).catch(pageError);
  return { message };
}

export async function action({ request, context, params }: Route.ActionArgs) {
  const actor = await adminOnly(context, request);
  const read = { messageStatus: "Read" };
  await setMessageStatus(servicesOf(context), actor, params.messageId, read).catch(pageError);
  return { readAt: Date.now() };
}

export default function ViewMessage({ loaderData, actionData }: Route.ComponentProps) {
  const { message } = loaderData;
  const isSending = useNavigation().state !== "idle";
  const readAt = actionData?.readAt;
  useEffect(() => {
    if (readAt !== undefined) notifications.show({ message: "Message is Read" });
  }, [readAt]);
  return (
    <Stack maw={760}>
      <Title order={1}>{message.subject || "Message"}</Title>
      <Table>
        <Table.Tbody>
          <Fact label="Full Name">{message.name || "not given"}</Fact>
          <Fact label="Email">
            <Anchor href={`mailto:${encodeURIComponent(message.email)}`}>{message.email}</Anchor>
          </Fact>
          <Fact label="Phone Number">{message.number || "not given"}</Fact>
        </Table.Tbody>
      </Table>
      <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{message.message}</Text>
      {message.messageStatus === "UnRead" && (
        <Form method="post">
          <Button type="submit" loading={isSending}>
            Mark Read
          </Button>
        </Form>
      )}
    </Stack>
  );
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Table.Tr>
      <Table.Th w={160}>{label}</Table.Th>
      <Table.Td>{children}</Table.Td>
    </Table.Tr>
  );
}
