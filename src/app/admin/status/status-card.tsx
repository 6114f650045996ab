import { Anchor, Group, Paper, Text, ThemeIcon, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "react-router";
import type { StatusCheck } from "../../../maintenance/status/status-check.ts";

/** One thing that needs attention: how it is, and what to do about it. */
export function StatusCard({ name, value, advice, screen }: StatusCheck) {
  return (
    <Paper withBorder p="md">
      <Group gap="sm" wrap="nowrap" mb="xs">
        <ThemeIcon variant="light" color="orange" size="md" aria-hidden>
          <IconAlertTriangle size={16} />
        </ThemeIcon>
        <Title order={3} size="h5">
          {name}
        </Title>
      </Group>
      <Text fw={600} style={{ overflowWrap: "anywhere" }}>
        {value}
      </Text>
      <Text mt="xs">{advice}</Text>
      {screen !== null && (
        <Anchor component={Link} to={screen.path} mt="sm" display="inline-block">
          {screen.label}
        </Anchor>
      )}
    </Paper>
  );
}
