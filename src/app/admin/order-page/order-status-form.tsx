import { Button, Card, Group, NativeSelect, Popover, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type FormEvent, useId, useState } from "react";
import { Form, useNavigation } from "react-router";
import { orderStatuses } from "../../../orders/order.ts";
import type { OrderRow } from "../../ordering/order/order-row.server.ts";
import type { FormState } from "../../ui/forms/form-state.ts";
import { describeEffect } from "../orders/describe-effect.ts";

interface OrderStatusFormProps {
  order: OrderRow;
  form: FormState | undefined;
}

/**
 * Explains the effect of a status, and asks for confirmation before an unpaid customer is notified.
 */
export function OrderStatusForm({ order, form }: OrderStatusFormProps) {
  const [chosen, setChosen] = useState<{ from: string; to: string }>();
  const [asks, { open, close }] = useDisclosure(false);
  const formId = useId();
  // The choice is relative to the status at its time, so it is void after saving.
  const wanted = chosen?.from === order.orderStatus ? chosen.to : order.orderStatus;
  const isQuestion =
    wanted !== order.orderStatus && wanted === "Delivered" && order.paymentStatus !== "Paid";
  const isSaving = useNavigation().formData?.has("orderStatus") ?? false;
  const onSubmit = (event: FormEvent) => {
    if (asks || !isQuestion) return close();
    event.preventDefault();
    open();
  };
  return (
    <Card withBorder>
      <Form id={formId} method="post" preventScrollReset onSubmit={onSubmit}>
        <Stack gap="sm">
          <NativeSelect
            key={order.orderStatus}
            size="md"
            label="Order Status"
            description={
              wanted !== order.orderStatus && !isQuestion && describeEffect([order], wanted)
            }
            onChange={({ currentTarget }) =>
              setChosen({ from: order.orderStatus, to: currentTarget.value })
            }
            name="orderStatus"
            data={[...orderStatuses]}
            defaultValue={order.orderStatus}
            error={form?.errors.orderStatus}
          />
          <Popover opened={asks} onClose={close} trapFocus withArrow shadow="md" width={280}>
            <Popover.Target>
              <Button type="submit" size="md" loading={isSaving}>
                Update
              </Button>
            </Popover.Target>
            <Popover.Dropdown>
              <Text size="sm" mb="xs">
                {describeEffect([order], wanted)}
              </Text>
              <Group gap="xs">
                <Button type="submit" form={formId} size="xs">
                  {`Mark as ${wanted}`}
                </Button>
                <Button size="xs" variant="default" onClick={close}>
                  Leave it
                </Button>
              </Group>
            </Popover.Dropdown>
          </Popover>
        </Stack>
      </Form>
    </Card>
  );
}
