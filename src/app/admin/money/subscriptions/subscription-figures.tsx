import { Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { BarChart } from "#app/admin/today/sales/bar-chart.tsx";
import classes from "#app/admin/today/sales/sales-section.module.css";
import type { FiguresView } from "./figures-view.server.ts";

/** Recurring revenue of the present. Stands above the list, so it takes little room. */
export function FiguresNow({ figures: { now } }: { figures: FiguresView }) {
  return (
    <SimpleGrid component="section" aria-label="Now" cols={{ base: 2, md: 4 }} spacing="sm">
      {now.map(({ label, value, detail }) => (
        <Paper key={label} withBorder p="md" className={classes.figure}>
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <Text className={classes.value}>{value}</Text>
          <Text size="xs" c="dimmed">
            {detail}
          </Text>
        </Paper>
      ))}
    </SimpleGrid>
  );
}

/** Recurring revenue and its changes in twelve months, and what falls due in the next three. */
export function SubscriptionFigures({ figures }: { figures: FiguresView }) {
  const { forecast, labels, standing, changes } = figures;
  const chart = { unit: "dollars", step: "month", labels } as const;
  return (
    <Stack component="section" gap="md" aria-labelledby="figures">
      <Title order={2} id="figures">
        Recurring revenue
      </Title>
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <BarChart
          {...chart}
          title="Each month, at its end"
          {...standing}
          total="latest"
          empty="No paid subscriptions in these months."
        />
        <BarChart
          {...chart}
          title="Gained and lost"
          {...changes}
          total="none"
          empty="No changes in these months."
        />
      </SimpleGrid>
      <Paper withBorder p="md">
        <Title order={3} size="h5" mb="xs">
          Payments that fall due, if nothing changes
        </Title>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="sm">
          {forecast.map(({ month, sum }) => (
            <div key={month}>
              <Text size="sm" c="dimmed">
                {month}
              </Text>
              <Text className={classes.value}>{sum}</Text>
            </div>
          ))}
        </SimpleGrid>
      </Paper>
      <Text size="xs" c="dimmed">
        Only paid periods count. A quarter counts as a third of its price a month, and a year as a
        twelfth.
      </Text>
    </Stack>
  );
}
