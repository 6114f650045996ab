import { Alert, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useFetcher } from "react-router";
import { type ActionResult, fieldState } from "#app/ui/forms/action-result.ts";

/** Replaces the invoices of an order. Posts to the screen that shows it. */
export function ReissueForm() {
  const fetcher = useFetcher<ActionResult>();
  const form = fetcher.data;
  return (
    <fetcher.Form method="post" noValidate>
      <Stack gap="sm" maw={480}>
        <Text size="sm">
          Credits what is left of the order’s invoices, and issues a new one with the customer’s
          present details. The customer gets both.
        </Text>
        {form?.notice && <Alert color="red">{form.notice}</Alert>}
        <TextInput
          {...fieldState(form, "reason")}
          label="Reason"
          description="The customer reads it on both documents"
          placeholder="The address of the company was wrong."
          maxLength={200}
          autoComplete="off"
        />
        <Group>
          <Button
            type="submit"
            name="intent"
            value="reissue"
            variant="default"
            loading={fetcher.state !== "idle"}
          >
            Replace the invoice
          </Button>
        </Group>
      </Stack>
    </fetcher.Form>
  );
}
