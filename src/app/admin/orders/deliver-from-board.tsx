import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { deliveryPart } from "#app/order-room/fragments.ts";
import { orderHref } from "../frame/ui/admin-orders-table.tsx";
import { useSendsEmails } from "../messages/mail/use-sends-emails.ts";
import { describeWithoutProof } from "./describe-effect.ts";
import type { BoardOrder } from "./orders-board.server.ts";

interface DeliverFromBoardProps {
  /** Null closes the dialog. */
  order: BoardOrder | null;
  onClose: () => void;
  onMark: (order: BoardOrder) => void;
}

/** Asks how a card that was moved into the review is delivered: with the form, or without proof. */
export function DeliverFromBoard({ order, onClose, onMark }: DeliverFromBoardProps) {
  const sendsEmails = useSendsEmails();
  // The dialog keeps its words while it closes.
  const [last, setLast] = useState(order);
  useEffect(() => {
    if (order !== null) setLast(order);
  }, [order]);
  const shown = order ?? last;
  return (
    <Modal
      opened={order !== null}
      onClose={onClose}
      title={shown === null ? "" : `Deliver order ${shown.number}`}
      lockScroll={false}
    >
      {shown !== null && (
        <Stack gap="md">
          <Text size="sm">
            Show the customer the proof of each promised point, or only mark the order as delivered.
            “Mark as delivered without proof” {lowered(describeWithoutProof([shown], sendsEmails))}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={() => onMark(shown)}>
              Mark as delivered without proof
            </Button>
            <Button component={Link} to={formOf(shown)} data-autofocus>
              Write the delivery
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/** The page of an order without its list would redirect, and lose the fragment of the form. */
function formOf(order: BoardOrder): string {
  const list = `/total-orders?${new URLSearchParams({ stage: order.stage, sort: "oldest" })}`;
  return `${orderHref(order)}?${new URLSearchParams({ list })}${deliveryPart}`;
}
