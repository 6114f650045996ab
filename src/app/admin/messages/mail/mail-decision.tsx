import { Alert, Button, Group } from "@mantine/core";
import { useFetcher } from "react-router";
import type { ActionResult } from "#app/ui/forms/action-result.ts";

interface MailDecisionProps {
  mailId: string;
  /** Side of the order, customer or team, whose reply address received the email. */
  side: "customer" | "team" | null;
}

/** Buttons that add or dismiss an email that waits for a decision. */
export function MailDecision({ mailId, side }: MailDecisionProps) {
  const fetcher = useFetcher<ActionResult>();
  const isSending = fetcher.state !== "idle";
  return (
    <fetcher.Form method="post" action={`/received-emails/${mailId}`}>
      {fetcher.data?.notice && (
        <Alert color="red" mb="xs">
          {fetcher.data.notice}
        </Alert>
      )}
      <Group gap="xs">
        <Button type="submit" name="decision" value="add" size="sm" h={44} disabled={isSending}>
          {side === "team" ? "Send to the customer" : "Add to the order’s messages"}
        </Button>
        <Button
          type="submit"
          name="decision"
          value="dismiss"
          variant="default"
          size="sm"
          h={44}
          disabled={isSending}
        >
          Dismiss
        </Button>
      </Group>
    </fetcher.Form>
  );
}
