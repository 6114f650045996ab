import { Card, SimpleGrid, Text } from "@mantine/core";
import type { Sales, SalesSums } from "../../../orders/sales/read-sales.ts";
import { dollarsFromCents } from "../../../platform/money.ts";
import { daysFrom } from "../../../platform/time/calendar.ts";
import classes from "./sales-figures.module.css";

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
    label: "Paid share",
    read: ({ paidOrders, orders }) => quotient(paidOrders, orders),
    format: (share) => `${Math.round(100 * share)}%`,
    isShare: true,
  },
];

/** Totals of the range compared with the range before. */
export function SalesFigures({ sales }: { sales: Sales }) {
  const { range, sums, sumsBefore } = sales;
  const days = daysFrom(range.from, range.to);
  const daysBefore =
    days === 1 ? "the day before" : `the ${days.toLocaleString("en-US")} days before`;
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      {figures.map(({ label, read, format, isShare = false }) => {
        const value = read(sums);
        const before = sumsBefore && read(sumsBefore);
        return (
          <Card key={label} withBorder padding="md" className={classes.figure}>
            <Text size="sm" c="dimmed">
              {label}
            </Text>
            <Text className={classes.value}>{value === null ? "–" : format(value)}</Text>
            {sumsBefore !== null && value !== null && (
              <Text size="xs" c="dimmed">
                {changeOf(value, before, isShare)} {daysBefore}
              </Text>
            )}
          </Card>
        );
      })}
    </SimpleGrid>
  );
}

/** A change such as "12% more than"; shares differ in percentage points. */
function changeOf(value: number, before: number | null, isShare: boolean): string {
  if (before === null || (before === 0 && value > 0)) return "None in";
  if (value === before) return "As in";
  const change = isShare ? 100 * (value - before) : (100 * (value - before)) / before;
  const size = Math.round(Math.abs(change));
  const direction = `${change > 0 ? "more" : "less"} than`;
  if (size === 0) return `Hardly ${direction}`;
  const unit = isShare ? (size === 1 ? " point" : " points") : "%";
  return `${size.toLocaleString("en-US")}${unit} ${direction}`;
}

function quotient(dividend: number, divisor: number): number | null {
  return divisor === 0 ? null : dividend / divisor;
}
