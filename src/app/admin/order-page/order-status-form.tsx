import { Button, Card, NativeSelect, Stack } from "@mantine/core";
import { Form, useNavigation } from "react-router";
import { orderStatuses } from "../../../orders/order.ts";
import type { OrderRow } from "../../ordering/order-row.server.ts";
import type { FormState } from "../../ui/form-state.ts";

interface OrderStatusFormProps {
  order: OrderRow;
  form: FormState | undefined;
}

export function OrderStatusForm({ order, form }: OrderStatusFormProps) {
  const waitsUnpaid = order.orderStatus === "Pending" && order.paymentStatus !== "Paid";
  const isSaving = useNavigation().formData?.has("orderStatus") ?? false;
  return (
    <Card withBorder>
      <Form method="post" preventScrollReset>
        <Stack gap="sm">
          <NativeSelect
            key={order.orderStatus}
            size="md"
            label="Order Status"
            description={waitsUnpaid && "It is not paid: deliver it all the same?"}
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
