import { Anchor, Badge, Group, Paper, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import type { StatusCheck } from "../../../maintenance/status-check.ts";

/** How one thing is; what to do about it, where there is something to do. */
export function StatusCard({ name, value, advice, screen }: StatusCheck) {
  const isGood = advice === null;
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" align="start" gap="sm" wrap="nowrap" mb={4}>
        <Title order={3} size="h5">
          {name}
        </Title>
        <Badge variant="light" color={isGood ? "field" : "orange"}>
          {isGood ? "Good" : "Needs attention"}
        </Badge>
      </Group>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        {value}
      </Text>
      {advice !== null && (
        <Text size="sm" mt="xs">
          {advice}
        </Text>
      )}
      {screen !== null && (
        <Anchor component={Link} to={screen.path} size="sm" mt="xs" display="inline-block">
          {screen.label}
        </Anchor>
      )}
    </Paper>
  );
}
