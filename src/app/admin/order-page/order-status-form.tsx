import { Button, Card, NativeSelect, Stack } from "@mantine/core";
import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { orderStatuses } from "../../../orders/order.ts";
import type { OrderRow } from "../../ordering/order-row.server.ts";
import type { FormState } from "../../ui/form-state.ts";
import { whatFollows } from "../orders/what-follows.ts";

interface OrderStatusFormProps {
  order: OrderRow;
  form: FormState | undefined;
}

export function OrderStatusForm({ order, form }: OrderStatusFormProps) {
  const [chosen, setChosen] = useState<{ from: string; to: string }>();
  // A choice is one away from what it was: after it was saved nothing is left to say.
  const wanted = chosen?.from === order.orderStatus ? chosen.to : order.orderStatus;
  const isSaving = useNavigation().formData?.has("orderStatus") ?? false;
  return (
    <Card withBorder>
      <Form method="post" preventScrollReset>
        <Stack gap="sm">
          <NativeSelect
            key={order.orderStatus}
            size="md"
            label="Order Status"
            description={wanted !== order.orderStatus && whatFollows([order], wanted)}
            onChange={({ currentTarget }) =>
              setChosen({ from: order.orderStatus, to: currentTarget.value })
            }
            name="orderStatus"
            data={[...orderStatuses]}
            defaultValue={order.orderStatus}
            error={form?.errors.orderStatus}
          />
          <Button type="submit" size="md" loading={isSaving}>
            Update
          </Button>
        </Stack>
      </Form>
    </Card>
  );
}
