import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useClickOutside, useDisclosure, useWindowEvent } from "@mantine/hooks";
import { IconChevronUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Form, useNavigation } from "react-router";
import type { OrderRow } from "../../ordering/order/order-row.server.ts";
import { useOpenPart } from "../forms/use-open-part.ts";
import { type actionsFor, cancelPart, deliverPart, type OrderAction } from "./actions-for.ts";
import { effectOf } from "./effect-of.ts";
import classes from "./order-page.module.css";

/** Id of the actions, which get the focus after a decision. */
export const actionsPlace = "actions";

interface OrderActionsProps {
  actions: ReturnType<typeof actionsFor>;
}

/** The most urgent action comes first. On a phone the other actions are behind a button. */
export function OrderActions({ actions: { primary, others } }: OrderActionsProps) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const bar = useClickOutside(close);
  useWindowEvent("keydown", ({ key }) => {
    if (key === "Escape") close();
  });
  const [first, ...rest] = primary === null ? others : [primary, ...others];
  if (first === undefined) return null;
  return (
    <section ref={bar} id={actionsPlace} aria-label="Actions" className={classes.actions}>
      <ActionButton action={first} isPrimary={primary !== null} onDone={close} />
      <Button
        variant="default"
        size="md"
        className={classes.more}
        rightSection={<IconChevronUp size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        More actions
      </Button>
      <div className={classes.rest} data-open={isOpen}>
        {rest.map((action) => (
          <ActionButton key={action.label} action={action} isPrimary={false} onDone={close} />
        ))}
      </div>
    </section>
  );
}

interface ActionButtonProps {
  action: OrderAction;
  isPrimary: boolean;
  onDone: () => void;
}

function ActionButton({ action: { label, by }, isPrimary, onDone }: ActionButtonProps) {
  const { show } = useOpenPart();
  const { formData } = useNavigation();
  const isCancelling = "dialog" in by && by.dialog === cancelPart;
  const look = {
    variant: isPrimary ? "filled" : isCancelling ? "subtle" : "default",
    size: "md",
    ...(isCancelling && { color: "red" }),
  } as const;
  if ("status" in by) {
    return (
      <Form method="post" preventScrollReset onSubmit={onDone}>
        <input type="hidden" name="orderStatus" value={by.status} />
        <Button {...look} type="submit" fullWidth loading={formData?.has("orderStatus") ?? false}>
          {label}
        </Button>
      </Form>
    );
  }
  if ("href" in by) {
    return (
      <Button {...look} component="a" href={by.href} target="_blank" rel="noreferrer">
        {label}
      </Button>
    );
  }
  const act = () => {
    onDone();
    if ("dialog" in by) void show(by.dialog);
    else focusOn(by.focus);
  };
  return (
    <Button {...look} onClick={act}>
      {label}
    </Button>
  );
}

function focusOn(id: string): void {
  const place = document.getElementById(id);
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: "center" });
}

interface QuestionsProps {
  order: OrderRow;
  isAwaited: boolean;
}

/** Two confirmation dialogs: one for delivering an unpaid order, one for cancelling an order. */
export function Questions({ order, isAwaited }: QuestionsProps) {
  const { number } = order;
  return (
    <>
      <Question
        part={deliverPart}
        isOffered={order.orderStatus === "Pending" && order.paymentStatus !== "Paid"}
        title={`Mark order ${number} as Delivered`}
        button={
          <Button type="submit" name="orderStatus" value="Delivered" size="md">
            Mark as Delivered
          </Button>
        }
      >
        {effectOf(order, "Delivered")}
      </Question>
      <Question
        part={cancelPart}
        isOffered={order.paymentStatus === "UnPaid"}
        title={`Cancel order ${number}`}
        button={
          <Button type="submit" name="intent" value="cancel" color="red" size="md">
            Cancel the order
          </Button>
        }
      >
        {isAwaited &&
          "A payment may be on its way. Cancelling does not stop this payment: if it arrives, the order becomes Paid. "}
        {effectOf(order, "Cancelled")} This cannot be undone.
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
  const open = useOpenPart();
  const isOpen = isOffered && open.part === part;
  return (
    <Modal opened={isOpen} onClose={open.close} title={title} lockScroll={false} centered>
      <Form method="post" preventScrollReset replace>
        <Stack gap="md">
          <Text size="sm">{children}</Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" size="md" onClick={open.close} data-autofocus>
              Not now
            </Button>
            {button}
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
