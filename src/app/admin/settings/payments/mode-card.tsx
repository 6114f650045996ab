import { Alert, Anchor, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { useOpenPart } from "#app/admin/frame/forms/use-open-part.ts";
import { IconCircle } from "#app/ui/icons/icon-circle.ts";
import type { PaymentMode } from "#payments/connection.ts";
import classes from "./payment-settings.module.css";
import type { ShownMode } from "./payment-ways.server.ts";
import { usePaymentForm } from "./use-payment-form.ts";

interface ModeCardProps {
  shown: ShownMode;
  /** True when the environment decides about the mode. */
  isFixed: boolean;
}

/** Whether customers pay real money, and the step to the other mode. */
export function ModeCard({ shown, isFixed }: ModeCardProps) {
  const { mode, title, detail, missing, noWay } = shown;
  const open = useOpenPart();
  const isAsking = useMounted() && !isFixed && mode === "live" && open.part === "#test-mode";
  const { fetcher, result, isSending } = usePaymentForm(() => {
    if (isAsking) void open.close();
  });
  return (
    <Card withBorder padding="lg" component="section" aria-labelledby="mode">
      <fetcher.Form method="post">
        <input type="hidden" name="mode" value={mode === "test" ? "live" : "test"} />
        <Stack gap="sm">
          <Group justify="space-between" gap="sm">
            <Title order={2} size="h4" id="mode" className={classes.state}>
              <span className={classes.dot} data-mode={mode} />
              {title}
            </Title>
            {!isFixed && mode === "test" && missing.length === 0 && (
              <Button type="submit" name="intent" value="switch" loading={isSending}>
                Go live
              </Button>
            )}
            {!isFixed && mode === "live" && !isAsking && (
              <Button variant="default" onClick={() => void open.show("#test-mode")}>
                Switch to test mode
              </Button>
            )}
          </Group>
          <Text size="sm">{detail}</Text>
          {noWay !== null && <Alert color="yellow">{noWay}</Alert>}
          {!isFixed && missing.length > 0 && <Missing mode={mode} sentences={missing} />}
          {isAsking && (
            <>
              <Text size="sm">
                In test mode nobody can pay real money on this site. Orders that customers place
                then are paid with simulated payments.
              </Text>
              <Group gap="sm">
                <Button type="submit" name="intent" value="switch" color="red" loading={isSending}>
                  Switch to test mode
                </Button>
                <Button variant="default" onClick={() => void open.close()} disabled={isSending}>
                  Stay live
                </Button>
              </Group>
            </>
          )}
          {result?.notice && <Alert color="red">{result.notice}</Alert>}
        </Stack>
      </fetcher.Form>
      {mode === "test" && (
        <Text size="sm" c="dimmed" mt="sm">
          To see what customers see,{" "}
          <Anchor href="/pricing" size="sm" underline="always">
            order a plan
          </Anchor>{" "}
          and pay for it.
        </Text>
      )}
    </Card>
  );
}

function Missing({ mode, sentences }: { mode: PaymentMode; sentences: readonly string[] }) {
  return (
    <div>
      <Text size="sm" fw={600} mb={6}>
        {mode === "test" ? "Before you can go live" : "Still missing"}
      </Text>
      <ul className={classes.missing}>
        {sentences.map((sentence) => (
          <li key={sentence}>
            <IconCircle size={14} aria-hidden />
            {sentence}
          </li>
        ))}
      </ul>
    </div>
  );
}
