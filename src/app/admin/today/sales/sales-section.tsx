import { Alert, Box, Group, Paper, SimpleGrid, Stack, Text, Title } from "@mantine/core";
import { useNavigation } from "react-router";
import { dollarsFromCents } from "#platform/money.ts";
import { daysFrom } from "#platform/time/calendar.ts";
import type { Sales, SalesSums } from "#sales/read-sales.ts";
import { BarChart } from "./bar-chart.tsx";
import type { ChartLayout, StepLabels } from "./chart-layout.server.ts";
import { RangeChoice, SplitChoice } from "./range-choice.tsx";
import classes from "./sales-section.module.css";

interface SalesProps {
  sales: Sales;
  labels: StepLabels;
  layouts: { readonly sales: ChartLayout; readonly orders: ChartLayout };
}

export function SalesSection({ sales, labels, layouts }: SalesProps) {
  const navigation = useNavigation();
  const isLoading = navigation.state === "loading" && navigation.location.pathname === "/admin";
  return (
    <Stack component="section" aria-labelledby="sales" aria-busy={isLoading} gap="md">
      <Group justify="space-between" align="baseline">
        <Title order={2} id="sales">
          Sales and orders
        </Title>
        {sales.hasOrders && (
          <Text size="sm" c="dimmed">
            {labels.range}, by the day of the order in the time zone {sales.timeZone}
          </Text>
        )}
      </Group>
      {sales.hasOrders ? (
        <>
          <RangeChoice range={sales.range} />
          {sales.undated > 0 && (
            <Alert color="yellow">
              The time zone was changed.{" "}
              {sales.undated === 1
                ? "1 order is"
                : `${sales.undated.toLocaleString("en-US")} orders are`}{" "}
              still being moved to the right day, so these figures may be off for a few minutes. No
              order is lost.
            </Alert>
          )}
          <Box opacity={isLoading ? 0.55 : 1}>
            <Stack gap="md">
              <SalesFigures sales={sales} />
              <Charts sales={sales} labels={labels} layouts={layouts} />
            </Stack>
          </Box>
        </>
      ) : (
        <Paper withBorder p="lg">
          <Text fw={600}>Nothing sold yet</Text>
          <Text size="sm" c="dimmed" mt={4} maw={560}>
            After the first order you will see sales and orders by day, plan and status here.
          </Text>
        </Paper>
      )}
    </Stack>
  );
}

function Charts({ sales, labels, layouts }: SalesProps) {
  const { split, step } = sales;
  return (
    <>
      <SplitChoice split={split} />
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md">
        <BarChart
          title={split === "plan" ? "Sales by plan" : "Sales by order status"}
          unit="dollars"
          step={step}
          labels={labels}
          series={sales.sales}
          layout={layouts.sales}
          empty="No paid orders in this period."
        />
        <BarChart
          title={split === "plan" ? "Orders by plan" : "Orders by payment status"}
          unit="orders"
          step={step}
          labels={labels}
          series={sales.orders}
          layout={layouts.orders}
          empty="No orders in this period."
        />
      </SimpleGrid>
    </>
  );
}

const figures: readonly {
  readonly label: string;
  /** Null when the divisor is zero. */
  readonly read: (sums: SalesSums) => number | null;
  readonly format: (value: number) => string;
  readonly isShare?: boolean;
}[] = [
  { label: "Sales", read: ({ salesCents }) => salesCents, format: dollarsFromCents },
  {
    label: "Orders",
    read: ({ orders }) => orders,
    format: (orders) => orders.toLocaleString("en-US"),
  },
  {
    label: "Average paid order",
    read: ({ salesCents, paidOrders }) => quotient(salesCents, paidOrders),
    format: (cents) => dollarsFromCents(Math.round(cents)),
  },
  {
    label: "Share of paid orders",
    read: ({ paidOrders, orders }) => quotient(paidOrders, orders),
    format: (share) => `${Math.round(100 * share)}%`,
    isShare: true,
  },
];

/** Shows each total of the date range, compared with the same number of days before the range. */
function SalesFigures({ sales }: { sales: Sales }) {
  const { range, sums, sumsBefore } = sales;
  const days = daysFrom(range.from, range.to);
  const daysBefore =
    days === 1 ? "the previous day" : `the previous ${days.toLocaleString("en-US")} days`;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      {figures.map(({ label, read, format, isShare = false }) => {
        const value = read(sums);
        const before = sumsBefore && read(sumsBefore);
        return (
          <Paper key={label} withBorder p="md" className={classes.figure}>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <Text className={classes.value}>{value === null ? "–" : format(value)}</Text>
            {sumsBefore !== null && value !== null && (
              <Text size="xs" c="dimmed">
                {changeOf(value, before, isShare)} {daysBefore}
              </Text>
            )}
          </Paper>
        );
      })}
    </SimpleGrid>
  );
}

/**
 * The beginning of a comparison, such as "12% more than". The change of a share is given in
 * percentage points.
 */
function changeOf(value: number, before: number | null, isShare: boolean): string {
  if (before === null || (before === 0 && value > 0)) return "None in";
  if (value === before) return "Same as";
  const change = isShare ? 100 * (value - before) : (100 * (value - before)) / before;
  const size = Math.round(Math.abs(change));
  const direction = `${change > 0 ? "more" : "less"} than`;
  if (size === 0) return `Slightly ${direction}`;
  const unit = isShare ? (size === 1 ? " percentage point" : " percentage points") : "%";
  return `${size.toLocaleString("en-US")}${unit} ${direction}`;
}

function quotient(dividend: number, divisor: number): number | null {
  return divisor === 0 ? null : dividend / divisor;
}
