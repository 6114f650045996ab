import { Alert, Button, Card, Group, Stack, Text, Textarea, Title } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useDraftForm } from "#app/admin/frame/forms/use-draft-form.ts";
import { moneyBackPlace } from "#app/order-room/fragments.ts";
import type { MoneyBackView } from "#app/order-room/money-back/money-back-part.server.ts";
import classes from "#app/order-room/order-room.module.css";
import type { TeamRoom } from "#app/order-room/room-parts.server.ts";
import { longestReason } from "#money/money-back/money-back-lengths.ts";
import { refundsOf } from "./actions-for.ts";
import { ActionButton, actionsPlace } from "./order-actions.tsx";

interface MoneyBackCardProps {
  room: TeamRoom;
  moneyBack: NonNullable<TeamRoom["moneyBack"]>;
}

export default function MoneyBackCard({ room, moneyBack }: MoneyBackCardProps) {
  const { state, askedBy, askedOn, reason, answer, answeredBy, answeredOn } = moneyBack;
  const { money } = room;
  const heading = useRef<HTMLHeadingElement>(null);
  const { hash } = useLocation();
  // The card is loaded after the browser has looked for the fragment.
  useEffect(() => {
    if (hash === `#${moneyBackPlace}`) heading.current?.scrollIntoView({ block: "center" });
  }, [hash]);
  const refunds = refundsOf(money);
  return (
    <Card withBorder component="section" aria-labelledby={moneyBackPlace} data-next={actionsPlace}>
      <Stack gap="sm">
        <Title order={2} id={moneyBackPlace} ref={heading} tabIndex={-1}>
          {titles[state]}
        </Title>
        <Text size="sm" c="dimmed">
          {askedBy} asked on {askedOn}.
        </Text>
        {reason && <Text className={classes.deliveryText}>{reason}</Text>}
        {state === "declined" && (
          <div className={classes.changes}>
            <Text size="sm" fw={600}>
              Declined by {answeredBy} on {answeredOn}
            </Text>
            <Text size="sm" className={classes.deliveryText}>
              {answer}
            </Text>
          </div>
        )}
        {state === "open" && money.movesMoney && (
          <>
            <Text size="sm">
              Refund the whole payment or a part of it, or decline. The customer is emailed the
              outcome.
            </Text>
            {refunds.length > 0 && (
              <Group gap="xs">
                {refunds.map((action) => (
                  <ActionButton key={action.label} action={action} isPrimary onDone={() => {}} />
                ))}
              </Group>
            )}
            {moneyBack.mayDecline && (
              <Decline orderId={room.order.id} formKey={moneyBack.formKey} />
            )}
          </>
        )}
      </Stack>
    </Card>
  );
}

const titles: Readonly<Record<MoneyBackView["state"], string>> = {
  offered: "",
  over: "",
  open: "The customer asks for a refund",
  "in-progress": "The customer asked for a refund, which is in progress",
  refunded: "The customer asked for a refund, and money went back",
  declined: "The customer asked for a refund, which was declined",
};

function Decline({ orderId, formKey }: { orderId: string; formKey: string }) {
  const draft = useDraftForm({
    key: `furrow-typed decline-refund ${orderId}`,
    stored: { reason: "", key: formKey },
  });
  const [isOpen, { open, close }] = useDisclosure(draft.typed.isChanged);
  if (!isOpen && !draft.typed.isChanged) {
    return (
      <Group>
        <Button variant="default" size="md" onClick={open}>
          Decline
        </Button>
      </Group>
    );
  }
  return (
    <draft.Form method="post" aria-label="Decline the refund" onSubmit={draft.onSubmit}>
      <input type="hidden" name="intent" value="decline-refund" />
      <input type="hidden" name="key" value={draft.typed.values.key} />
      <Stack gap="sm">
        {draft.result?.notice && <Alert color="red">{draft.result.notice}</Alert>}
        <Textarea
          label="Why is there no refund?"
          description="The customer reads this in the order and in an email."
          autosize
          minRows={3}
          maxLength={longestReason}
          autoFocus
          {...draft.field("reason")}
        />
        <Group gap="xs">
          <Button type="submit" size="md" color="red" loading={draft.isSaving}>
            Decline the refund
          </Button>
          <Button
            variant="default"
            size="md"
            disabled={draft.isSaving}
            onClick={() => {
              draft.discard();
              close();
            }}
          >
            Not now
          </Button>
        </Group>
      </Stack>
    </draft.Form>
  );
}
