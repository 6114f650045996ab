import { Card, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "#app/order-room/order-room.module.css";

export function FactsCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder>
      <Stack gap="sm">
        <Title order={2}>{title}</Title>
        {children}
      </Stack>
    </Card>
  );
}

interface FactsProps {
  /** Facts without a value are left out. */
  facts: readonly (readonly [label: string, value: ReactNode])[];
}

export function Facts({ facts }: FactsProps) {
  return (
    <dl className={classes.list}>
      {facts.map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <Text component="dt" size="sm" c="dimmed">
                {label}
              </Text>
              <Text component="dd" size="sm">
                {value}
              </Text>
            </div>
          ),
      )}
    </dl>
  );
}
