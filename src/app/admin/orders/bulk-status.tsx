import { Alert, Button, Checkbox, Group, NativeSelect, Popover, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { orderStatuses } from "../../../orders/order.ts";
import type { OrderRow } from "../../ordering/order/order-row.server.ts";
import { useOnce } from "../forms/use-once.ts";
import type { BulkResult } from "./bulk-action.server.ts";
import { describeEffect } from "./describe-effect.ts";

interface BulkStatusProps {
  rows: readonly OrderRow[];
  chosen: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
}

/**
 * Sets the status of the selected orders after explaining the effect, and shows the result of each.
 */
export function BulkStatus({ rows, chosen, onChoose }: BulkStatusProps) {
  const fetcher = useFetcher<BulkResult>();
  const [orderStatus, setOrderStatus] = useState<string>("Delivered");
  const [asks, { open, close }] = useDisclosure(false);
  const { data: result } = fetcher;
  const count = chosen.size;
  useEffect(() => {
    if (result === undefined) return;
    if (result.error === null && result.failed.length === 0) {
      notifications.show({ title: "OrderStatus is Updated", message: result.summary });
    }
  }, [result]);

  const once = useOnce();
  const apply = () => {
    close();
    const change = { orderIds: [...chosen], orderStatus };
    const to = { method: "post", action: "/total-orders", encType: "application/json" } as const;
    once(change, () => fetcher.submit(change, to));
  };
  return (
    <Stack gap="xs" mb="sm">
      <Group gap="sm" role="group" aria-label="Change several orders" mih={44}>
        <Checkbox
          label="All on this page"
          size="md"
          checked={rows.length > 0 && count === rows.length}
          indeterminate={count > 0 && count < rows.length}
          onChange={(event) =>
            onChoose(new Set(event.currentTarget.checked ? rows.map(({ id }) => id) : []))
          }
        />
        <Text size="sm" c="dimmed" role="status">
          {count === 0 ? "None chosen" : `${count} chosen`}
        </Text>
        {/* It stays while the change is on its way. */}
        <Group
          gap="xs"
          wrap="nowrap"
          ml={{ base: 0, sm: "auto" }}
          display={count === 0 && fetcher.state === "idle" ? "none" : undefined}
        >
          <NativeSelect
            aria-label="Order Status of the chosen orders"
            value={orderStatus}
            onChange={(event) => setOrderStatus(event.currentTarget.value)}
            data={[...orderStatuses]}
            disabled={count === 0}
          />
          <Popover opened={asks} onClose={close} trapFocus withArrow shadow="md" width={280}>
            <Popover.Target>
              <Button onClick={open} disabled={count === 0} loading={fetcher.state !== "idle"}>
                Change status
              </Button>
            </Popover.Target>
            <Popover.Dropdown>
              <Text size="sm" mb="xs">
                {describeEffect(
                  rows.filter(({ id }) => chosen.has(id)),
                  orderStatus,
                )}
              </Text>
              <Group gap="xs">
                <Button size="xs" onClick={apply}>
                  {`Mark as ${orderStatus}`}
                </Button>
                <Button size="xs" variant="default" onClick={close}>
                  Cancel
                </Button>
              </Group>
            </Popover.Dropdown>
          </Popover>
        </Group>
      </Group>
      {result !== undefined && <Failures result={result} rows={rows} />}
    </Stack>
  );
}

function Failures({ result, rows }: { result: BulkResult; rows: readonly OrderRow[] }) {
  if (result.error !== null) return <Alert color="red">{result.error}</Alert>;
  if (result.failed.length === 0) return null;
  const nameOf = (id: string) => {
    const row = rows.find((each) => each.id === id);
    return row === undefined ? "An order on another page" : `Order ${row.number}`;
  };
  return (
    <Alert color="red" title={result.summary}>
      {result.failed.map(({ orderId, reason }) => (
        <Text key={orderId} size="sm">
          {nameOf(orderId)}: {reason}
        </Text>
      ))}
    </Alert>
  );
}
