import { Group, Text } from "@mantine/core";
import { type totalsInWords, whatTotalsCount } from "./totals-in-words.ts";

export function DashboardTotals({ totals }: { totals: ReturnType<typeof totalsInWords> }) {
  return (
    <div>
      <Group gap="xl" align="end">
        {totals.map(({ label, amount }, index) => (
          <div key={label}>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <Text
              fz={index === 0 ? 28 : 20}
              fw={600}
              lh={1.15}
              style={{ fontVariantNumeric: "tabular-nums" }}
            >
              {amount}
            </Text>
          </div>
        ))}
      </Group>
      <Text size="xs" c="dimmed" mt={4}>
        {whatTotalsCount}
      </Text>
    </div>
  );
}
