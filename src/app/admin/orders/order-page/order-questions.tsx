import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Form } from "react-router";
import { useDialog } from "#app/admin/frame/forms/use-open-part.ts";
import { useSendsEmails } from "#app/admin/messages/mail/use-sends-emails.ts";
import { cancelPart, deliverPart } from "#app/order-room/fragments.ts";
import { effectOf } from "#app/order-room/money/effect-of.ts";
import type { OrderView } from "#app/order-room/order-view.server.ts";

interface QuestionsProps {
  order: OrderView;
  isCancellable: boolean;
  isAwaited: boolean;
}

/** Two confirmation dialogs: one for delivering an unpaid order, one for cancelling an order. */
export default function Questions({ order, isCancellable, isAwaited }: QuestionsProps) {
  const { number } = order;
  const sendsEmails = useSendsEmails();
  return (
    <>
      <Question
        part={deliverPart}
        isOffered={order.orderStatus === "Pending" && order.paymentStatus !== "Paid"}
        title={`Mark order ${number} as Delivered`}
        button={
          <>
            <input type="hidden" name="intent" value="set-status" />
            <Button type="submit" name="orderStatus" value="Delivered" size="md">
              Mark as Delivered
            </Button>
          </>
        }
      >
        {effectOf(order, "Delivered", sendsEmails)}
      </Question>
      <Question
        part={cancelPart}
        isOffered={isCancellable}
        title={`Cancel order ${number}`}
        button={
          <Button type="submit" name="intent" value="cancel" color="red" size="md">
            Cancel the order
          </Button>
        }
      >
        {isAwaited &&
          "A payment may still arrive. Cancelling does not stop the payment. If it arrives, the order becomes Paid. "}
        {effectOf(order, "Cancelled", sendsEmails)} This cannot be undone.
      </Question>
    </>
  );
}

interface QuestionProps {
  part: string;
  isOffered: boolean;
  title: string;
  button: ReactNode;
  children: ReactNode;
}

function Question({ part, isOffered, title, button, children }: QuestionProps) {
  const { isOpen, close } = useDialog(part, isOffered);
  return (
    <Modal opened={isOpen} onClose={close} title={title} lockScroll={false} centered>
      <Form method="post" preventScrollReset replace>
        <Stack gap="md">
          <Text size="sm">{children}</Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" size="md" onClick={close} data-autofocus>
              Not now
            </Button>
            {button}
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
