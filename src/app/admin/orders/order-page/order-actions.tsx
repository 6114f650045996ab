import { Button, Text } from "@mantine/core";
import { useClickOutside, useDisclosure, useWindowEvent } from "@mantine/hooks";
import { lazy, Suspense } from "react";
import { Form, Link, useNavigation } from "react-router";
import { useOpenPart } from "#app/admin/frame/forms/use-open-part.ts";
import { useWasOpened } from "#app/admin/frame/forms/use-was-opened.ts";
import { usePanelRights } from "#app/admin/frame/shell/use-panel-rights.ts";
import { useSendsEmails } from "#app/admin/messages/mail/use-sends-emails.ts";
import { cancelPart, deliverPart } from "#app/order-room/fragments.ts";
import classes from "#app/order-room/order-room.module.css";
import type { TeamRoom } from "#app/order-room/room-parts.server.ts";
import { IconChevronUp } from "#app/ui/icons/icon-chevron-up.ts";
import { describeDelivery } from "../describe-effect.ts";
import { actionsFor, isCancellable, type OrderAction } from "./actions-for.ts";

/** Id of the actions, which get the focus after a decision. */
export const actionsPlace = "actions";

/**
 * The most urgent action comes first. The actions that are seldom used are behind "More actions";
 * on a phone all other actions are.
 */
export function OrderActions({ room }: { room: TeamRoom }) {
  const { order } = room;
  const sendsEmails = useSendsEmails();
  const { makesOffers } = usePanelRights();
  const { primary, others, seldom } = actionsFor({
    order,
    ...room.money,
    isToDecide: room.reviews.length > 0,
    isMoneyBackAsked: room.moneyBack?.state === "open",
    isAwaited: isPaymentAwaited(room),
    makesOffers,
  });
  // The button delivers a Paid order at once, so the hint says what will happen. For any other
  // order, a confirmation dialog says what will happen.
  const hint = order.isPaid ? describeDelivery([order], sendsEmails) : "";
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
        data-always={seldom.length > 0}
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
        {seldom.length > 0 && (
          <div className={classes.seldom} data-open={isOpen} data-next={actionsPlace}>
            {seldom.map((action) => (
              <ActionButton key={action.label} action={action} isPrimary={false} onDone={close} />
            ))}
            {hint !== "" && (
              <Text size="sm" c="dimmed">
                {hint}
              </Text>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

interface ActionButtonProps {
  action: OrderAction;
  isPrimary: boolean;
  onDone: () => void;
}

export function ActionButton({ action: { label, by }, isPrimary, onDone }: ActionButtonProps) {
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
        <input type="hidden" name="intent" value="set-status" />
        <input type="hidden" name="orderStatus" value={by.status} />
        <Button
          {...look}
          type="submit"
          fullWidth
          loading={formData?.get("intent") === "set-status"}
        >
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
  if ("screen" in by) {
    return (
      <Button {...look} component={Link} to={by.screen}>
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

const Questions = lazy(() => import("./order-questions.tsx"));

/** True while a payment that is not in the ledger yet can still arrive. */
function isPaymentAwaited({ money: { progress } }: TeamRoom): boolean {
  return progress?.state === "pending" || progress?.state === "returned";
}

export function QuestionDialogs({ room }: { room: TeamRoom }) {
  if (!useWasOpened(deliverPart, cancelPart)) return null;
  return (
    <Suspense fallback={null}>
      <Questions
        order={room.order}
        isCancellable={isCancellable({ order: room.order, payments: room.money.payments })}
        isAwaited={isPaymentAwaited(room)}
      />
    </Suspense>
  );
}
