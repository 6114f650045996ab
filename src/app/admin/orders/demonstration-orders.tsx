import { Alert, Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import { demonstrationAction } from "./add-demonstration-orders.tsx";

export function RemoveDemonstrationOrders() {
  const fetcher = useFetcher<ActionResult>();
  const [isOpen, setOpen] = useState(false);
  const isRemoved = fetcher.state === "idle" && fetcher.data?.savedAt !== undefined;
  useEffect(() => {
    if (isRemoved) setOpen(false);
  }, [isRemoved]);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Remove demonstration orders
      </Button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title="Remove demonstration orders?"
        lockScroll={false}
      >
        <fetcher.Form method="post" action={demonstrationAction}>
          <Stack gap="md">
            {fetcher.data?.notice && <Alert color="red">{fetcher.data.notice}</Alert>}
            <Text size="sm">
              This deletes all demonstration orders for good, with their payments, messages, notes,
              answers, files, passwords and deliveries, including any that you have added. Your
              other orders stay as they are.
            </Text>
            <Group justify="flex-end" gap="xs">
              <Button variant="subtle" onClick={() => setOpen(false)}>
                Cancel
              </Button>
              <Button
                type="submit"
                name="intent"
                value="remove"
                color="red"
                loading={fetcher.state !== "idle"}
                data-autofocus
              >
                Remove them
              </Button>
            </Group>
          </Stack>
        </fetcher.Form>
      </Modal>
    </>
  );
}

export function DemonstrationNotice({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Alert color="brand" title={`${count} of these orders are demonstration orders`}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">
          Their order numbers start at 9000001. They are not counted or exported, and no emails are
          sent about them.
        </Text>
        <RemoveDemonstrationOrders />
      </Group>
    </Alert>
  );
}
