import { Button, Stack, Text } from "@mantine/core";
import { useFetcher } from "react-router";
import type { ActionResult } from "#app/ui/forms/action-result.ts";

export const demonstrationAction = "/admin/demonstration-orders";

/** Offers demonstration orders on a site whose payments are simulated. */
export function AddDemonstrationOrders() {
  const fetcher = useFetcher<ActionResult>();
  return (
    <fetcher.Form method="post" action={demonstrationAction}>
      <Stack gap={4} align="flex-start" mt="xs">
        {fetcher.data?.notice && (
          <Text c="red" role="alert">
            {fetcher.data.notice}
          </Text>
        )}
        <Button
          type="submit"
          name="intent"
          value="add"
          variant="default"
          loading={fetcher.state !== "idle"}
        >
          Add demonstration orders
        </Button>
        <Text size="sm" c="dimmed" maw={480}>
          Adds one order for each stage, with messages and a delivery. These orders are not counted,
          send no emails, and can be removed at any time.
        </Text>
      </Stack>
    </fetcher.Form>
  );
}
