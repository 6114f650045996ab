import { Alert, Anchor, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { NoMailServer } from "#app/admin/messages/mail/mail-notices.tsx";
import { useSendsEmails } from "#app/admin/messages/mail/use-sends-emails.ts";
import { IconCircle } from "#app/ui/icons/icon-circle.ts";
import type { PaymentMode } from "#payments/connection.ts";
import classes from "./payment-settings.module.css";
import type { ShownMode } from "./payment-ways.server.ts";
import { Question } from "./question.tsx";
import { useOpenedIn } from "./use-opened-in.ts";

interface ModeCardProps {
  shown: ShownMode;
  /** True when the environment decides about the mode. */
  isFixed: boolean;
}

/** Whether customers pay real money, and the step to the other mode. */
export function ModeCard({ shown, isFixed }: ModeCardProps) {
  const { mode, title, detail, missing, noWay, question } = shown;
  const sendsEmails = useSendsEmails();
  const other = otherMode[mode];
  const isOffered = !isFixed && (mode === "live" || missing.length === 0);
  const { card, opened, opener, close } = useOpenedIn<HTMLElement>({ [other.part]: isOffered });
  return (
    <Card withBorder padding="lg" component="section" aria-labelledby="mode" ref={card}>
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Title order={2} size="h4" id="mode" className={classes.state}>
            <span className={classes.dot} data-mode={mode} />
            {title}
          </Title>
          {isOffered && opened === null && (
            <Button variant={mode === "test" ? "filled" : "default"} {...opener(other.part)}>
              {other.yes}
            </Button>
          )}
        </Group>
        <Text size="sm">{detail}</Text>
        {noWay !== null && <Alert color="yellow">{noWay}</Alert>}
        {!isFixed && missing.length > 0 && <Missing mode={mode} sentences={missing} />}
        {opened !== null && (
          <Question
            intent="switch"
            field={["mode", other.mode]}
            yes={other.yes}
            no={other.no}
            {...(mode === "live" && { color: "red" })}
            onClose={close}
          >
            {question.map((sentence, index) => (
              <Text key={sentence} size="sm" fw={index === 0 ? 600 : undefined}>
                {sentence}
              </Text>
            ))}
            {mode === "test" && !sendsEmails && <NoMailServer />}
          </Question>
        )}
      </Stack>
      {mode === "test" && opened === null && (
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

/** The step to the other mode, by the present one. */
const otherMode = {
  test: { mode: "live", part: "#go-live", yes: "Go live", no: "Stay in test mode" },
  live: { mode: "test", part: "#test-mode", yes: "Switch to test mode", no: "Stay live" },
} as const;

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
