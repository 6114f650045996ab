import { Badge } from "@mantine/core";
import { stageLabels } from "#app/admin/orders/stage-labels.ts";
import type { Icon } from "#app/ui/icons/drawn-icon.ts";
import { IconArrowBackUp } from "#app/ui/icons/icon-arrow-back-up.ts";
import { IconBan } from "#app/ui/icons/icon-ban.ts";
import { IconCheck } from "#app/ui/icons/icon-check.ts";
import { IconCircle } from "#app/ui/icons/icon-circle.ts";
import { IconCircleCheckFilled } from "#app/ui/icons/icon-circle-check-filled.ts";
import { IconCircleDashed } from "#app/ui/icons/icon-circle-dashed.ts";
import { IconCircleHalf2 } from "#app/ui/icons/icon-circle-half2.ts";
import { IconClipboardText } from "#app/ui/icons/icon-clipboard-text.ts";
import { IconEye } from "#app/ui/icons/icon-eye.ts";
import { IconHourglass } from "#app/ui/icons/icon-hourglass.ts";
import { IconPackage } from "#app/ui/icons/icon-package.ts";
import { IconX } from "#app/ui/icons/icon-x.ts";
import type { OrderStatus, PaymentStatus } from "#orders/order.ts";
import type { OrderStage } from "#stages/order-stage.ts";

/** Each status has a drawing of its own, so that nobody has to tell the statuses by colour. */
interface Look {
  readonly icon: Icon;
  readonly colour: string;
}

const paymentLooks: Readonly<Record<PaymentStatus, Look>> = {
  Paid: { icon: IconCheck, colour: "brand" },
  UnPaid: { icon: IconCircleDashed, colour: "yellow" },
  Cancelled: { icon: IconX, colour: "gray" },
  Refunded: { icon: IconArrowBackUp, colour: "orange" },
};

interface PaymentPillProps {
  status: PaymentStatus;
  /** Words in place of the status. */
  words?: string;
}

/** A pill with an outline and corners; the pill of the stage is filled and round. */
export function PaymentPill({ status, words = status }: PaymentPillProps) {
  const { icon: Icon, colour } = paymentLooks[status];
  return (
    <Badge
      variant="default"
      radius="sm"
      leftSection={
        <Icon size={12} color={`var(--mantine-color-${colour}-filled)`} stroke={3} aria-hidden />
      }
      miw="max-content"
    >
      {words}
    </Badge>
  );
}

const stageLooks: Readonly<Record<OrderStage, Look>> = {
  unpaid: { icon: IconCircleDashed, colour: "gray" },
  "awaiting-brief": { icon: IconClipboardText, colour: "yellow" },
  ready: { icon: IconCircle, colour: "blue" },
  "in-work": { icon: IconCircleHalf2, colour: "blue" },
  "waiting-for-customer": { icon: IconHourglass, colour: "yellow" },
  "in-review": { icon: IconEye, colour: "orange" },
  accepted: { icon: IconCircleCheckFilled, colour: "brand" },
  cancelled: { icon: IconBan, colour: "gray" },
};

interface StagePillProps {
  stage: OrderStage;
  status: OrderStatus;
}

/**
 * The stage of an order. An order that was delivered without a payment has no stage of its own, so
 * the pill says Delivered.
 */
export function StagePill({ stage, status }: StagePillProps) {
  const isUnpaid = stage === "unpaid" || stage === "cancelled";
  const isDelivered = isUnpaid && status === "Delivered";
  const { icon: Icon, colour } = isDelivered
    ? { icon: IconPackage, colour: "brand" }
    : stageLooks[stage];
  return (
    <Badge
      variant="light"
      radius="xl"
      color={colour}
      leftSection={<Icon size={12} aria-hidden />}
      miw="max-content"
    >
      {isDelivered ? "Delivered" : stageLabels[stage]}
    </Badge>
  );
}
