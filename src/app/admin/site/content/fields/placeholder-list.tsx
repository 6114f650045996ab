import { Code, Group, Stack, Text } from "@mantine/core";

interface PlaceholderListProps {
  placeholders: Readonly<Record<string, string>>;
}

export function PlaceholderList({ placeholders }: PlaceholderListProps) {
  return (
    <Stack gap={4} component="section" aria-label="Placeholders">
      <Text size="sm" fw={500}>
        Placeholders
      </Text>
      <Text size="sm" c="dimmed">
        You can use these placeholders in the texts, with their braces. Each email fills them in, as
        in the examples.
      </Text>
      {Object.entries(placeholders).map(([name, example]) => (
        <Group key={name} gap="xs">
          <Code>{`{${name}}`}</Code>
          <Text size="sm" c="dimmed">
            such as {example}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
