import { Badge, Button, Card, Group, Stack, Text, Title } from "@mantine/core";
import { useFetcher } from "react-router";
import type { ActionResult } from "#app/ui/forms/action-result.ts";
import classes from "../order-room.module.css";
import type { PanelRoom } from "../room-parts.server.ts";
import { AnswerWords } from "./answer-words.tsx";
import type { QuestionView } from "./brief-view.server.ts";

export function PanelBrief({ room: { brief } }: { room: PanelRoom }) {
  if (brief === null) return null;
  const { stage, state, steps, changes, version } = brief;
  const questions = steps
    .flatMap((step) => step.questions)
    .filter(({ kind, isAsked, before }) => kind !== "note" && (isAsked || before !== null));
  return (
    <Stack component="section" gap="sm" aria-labelledby="brief">
      <Group justify="space-between" gap="xs">
        <Group gap="sm">
          <Title order={2} id="brief">
            Brief
          </Title>
          <Badge variant="dot" color={brief.isSent ? "green" : "gray"}>
            {state}
          </Badge>
        </Group>
        {stage === "awaiting-brief" && <Decision intent="skip-brief">Skip the brief</Decision>}
        {stage === "ready" && (
          <Decision intent="start-work" isMain>
            Start work
          </Decision>
        )}
      </Group>
      {stage === "awaiting-brief" && (
        <Text size="sm" c="dimmed">
          The customer has not sent the answers yet and gets reminders after 2, 5 and 10 days.
        </Text>
      )}
      {changes > 0 && (
        <Card withBorder p="sm">
          <Group justify="space-between" gap="xs">
            <Text size="sm" fw={600}>
              {changes === 1
                ? "The customer has changed an answer since sending the brief."
                : `The customer has changed ${changes} answers since sending the brief.`}
            </Text>
            <Decision intent="acknowledge-brief" version={version}>
              Acknowledge the changes
            </Decision>
          </Group>
        </Card>
      )}
      <details open={stage !== "awaiting-brief"} className={classes.proofs}>
        <summary>{brief.progress}</summary>
        <dl className={classes.proofList}>
          {questions.map((question) => (
            <Answer key={question.id} question={question} />
          ))}
        </dl>
      </details>
    </Stack>
  );
}

function Answer({ question }: { question: QuestionView }) {
  const { question: words, shownAnswer, shownBefore, files, isPasswordGiven } = question;
  const isAnswered = shownAnswer !== "" || files.length > 0 || isPasswordGiven;
  return (
    <div>
      <Text component="dt" size="sm" fw={600}>
        {words}
        {shownBefore !== null && (
          <Badge ml="xs" color="orange" variant="light">
            Changed
          </Badge>
        )}
      </Text>
      {shownBefore !== null && (
        <Text component="dd" size="sm" c="dimmed" className={classes.deliveryText}>
          <del>{shownBefore || "No answer"}</del>
        </Text>
      )}
      <Text
        component="dd"
        size="sm"
        className={classes.deliveryText}
        {...(!isAnswered && { c: "dimmed" })}
      >
        <AnswerWords question={question} />
      </Text>
    </div>
  );
}

interface DecisionProps {
  intent: "skip-brief" | "start-work" | "acknowledge-brief";
  children: string;
  /** Version of the answers that the admin sees. */
  version?: string;
  isMain?: boolean;
}

function Decision({ intent, children, version, isMain = false }: DecisionProps) {
  const fetcher = useFetcher<ActionResult>();
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="intent" value={intent} />
      {version !== undefined && <input type="hidden" name="version" value={version} />}
      <Button
        type="submit"
        h={44}
        variant={isMain ? "filled" : "default"}
        loading={fetcher.state !== "idle"}
      >
        {children}
      </Button>
      {fetcher.data?.notice && (
        <Text size="sm" c="red" role="alert">
          {fetcher.data.notice}
        </Text>
      )}
    </fetcher.Form>
  );
}
