import { Card, Stack, Text, Title } from "@mantine/core";
import type { MessageAnswer } from "../../../inbox/messages/view-message.ts";

type DatedAnswer = MessageAnswer & { readonly sent: string };

/** What was answered, by whom and when, oldest first. */
export function MessageAnswers({ answers }: { answers: readonly DatedAnswer[] }) {
  if (answers.length === 0) return null;
  return (
    <Stack component="section" gap="sm">
      <Title order={2}>Answered</Title>
      {answers.map(({ id, subject, text, author, sent }) => (
        <Card key={id} withBorder component="article">
          <Text size="xs" c="dimmed">
            {sent}, by {author}
          </Text>
          <Text fw={600} mt={4} style={{ overflowWrap: "anywhere" }}>
            {subject}
          </Text>
          <Text mt="xs" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {text}
          </Text>
        </Card>
      ))}
    </Stack>
  );
}
