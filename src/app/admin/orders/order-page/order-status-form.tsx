import { Button, Group, NativeSelect } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { Form, useNavigation } from "react-router";
import { useOpenPart } from "#app/admin/frame/forms/use-open-part.ts";
import { useSendsEmails } from "#app/admin/messages/mail/use-sends-emails.ts";
import { deliverPart } from "#app/order-room/fragments.ts";
import { effectOf } from "#app/order-room/money/effect-of.ts";
import type { OrderView } from "#app/order-room/order-view.server.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { type OrderStatus, orderStatuses } from "#orders/order.ts";

interface OrderStatusFormProps {
  order: OrderView;
  form: ActionResult | undefined;
}

/** Explains the effect of the chosen status. Delivery without a payment needs a confirmation. */
export function OrderStatusForm({ order, form }: OrderStatusFormProps) {
  const [chosen, setChosen] = useState<{ from: OrderStatus; to: OrderStatus }>();
  const { show } = useOpenPart();
  const sendsEmails = useSendsEmails();
  // After a save the order has a different status, so the choice made before the save no longer
  // counts.
  const wanted = chosen?.from === order.orderStatus ? chosen.to : order.orderStatus;
  const isChanging = wanted !== order.orderStatus;
  const isSaving = useNavigation().formData?.get("intent") === "set-status";
  const onSubmit = (event: FormEvent) => {
    if (!isChanging || wanted !== "Delivered" || order.paymentStatus === "Paid") return;
    event.preventDefault();
    void show(deliverPart);
  };
  return (
    <Form method="post" preventScrollReset onSubmit={onSubmit}>
      <input type="hidden" name="intent" value="set-status" />
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <NativeSelect
          key={order.orderStatus}
          flex={1}
          size="md"
          label="Order Status"
          description={isChanging && effectOf(order, wanted, sendsEmails)}
          onChange={({ currentTarget }) =>
            setChosen({ from: order.orderStatus, to: currentTarget.value as OrderStatus })
          }
          name="orderStatus"
          data={[...orderStatuses]}
          defaultValue={order.orderStatus}
          error={form?.errors.orderStatus}
        />
        <Button
          type="submit"
          size="md"
          variant={isChanging ? "filled" : "default"}
          loading={isSaving}
        >
          Update
        </Button>
      </Group>
    </Form>
  );
}
