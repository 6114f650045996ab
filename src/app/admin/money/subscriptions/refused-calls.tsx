import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { Form, useNavigation } from "react-router";
import type { RefusedCall } from "#subscriptions/providers/refused-calls.ts";

/** What the provider has refused, with what to do about it. */
export function RefusedCalls({
  calls,
  mayChange,
}: {
  readonly calls: readonly RefusedCall[];
  readonly mayChange: boolean;
}) {
  const isSending = useNavigation().formMethod === "POST";
  if (calls.length === 0) return null;
  return (
    <Stack id="refused" gap="sm">
      {calls.map(({ id, what, remedy }) => (
        <Alert key={id} color="red" title={what}>
          <Text size="sm">{remedy}</Text>
          {mayChange && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="call" value={id} />
              <Group gap="sm" mt="sm">
                <Button
                  type="submit"
                  name="intent"
                  value="ask-again"
                  variant="default"
                  loading={isSending}
                >
                  Ask again
                </Button>
                <Button
                  type="submit"
                  name="intent"
                  value="done-there"
                  variant="default"
                  loading={isSending}
                >
                  I have done it there
                </Button>
              </Group>
            </Form>
          )}
        </Alert>
      ))}
    </Stack>
  );
}
