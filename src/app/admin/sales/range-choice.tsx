import { Button, Group, TextInput } from "@mantine/core";
import { Form } from "react-router";
import type { RangeName, SalesRange } from "../../../orders/sales/sales-range.ts";
import { ChoiceLinks } from "./choice-links.tsx";
import classes from "./range-choice.module.css";
import { dashboardAddress } from "./sales-address.ts";
import { useDashboardChoices } from "./use-dashboard-choices.ts";

const presets: readonly (readonly [RangeName, string])[] = [
  ["7", "7 days"],
  ["30", "30 days"],
  ["90", "90 days"],
  ["year", "This year"],
  ["all", "All"],
];

/** Which days the figures are about: one of the usual ranges, or from one day to another. */
export function RangeChoice({ range }: { range: SalesRange }) {
  const present = useDashboardChoices();
  const kept = [...present].filter(([name]) => !["range", "from", "to"].includes(name));
  const choices = presets.map(([name, text]) => ({
    text,
    href: dashboardAddress(present, { range: name, from: null, to: null }),
    isChosen: range.name === name,
  }));
  return (
    <Group gap="md" align="end" justify="space-between">
      <ChoiceLinks label="Range" choices={choices} />
      <Form method="get" action="/admin" preventScrollReset key={`${range.from} ${range.to}`}>
        {kept.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="range" value="custom" />
        <Group gap={6} align="end">
          <DayInput label="From" name="from" day={range.from} />
          <DayInput label="To" name="to" day={range.to} />
          <Button type="submit" variant="default" size="xs" h={height}>
            Show
          </Button>
        </Group>
      </Form>
    </Group>
  );
}

function DayInput({ label, name, day }: { label: string; name: string; day: string }) {
  return (
    <TextInput
      type="date"
      size="xs"
      label={label}
      name={name}
      defaultValue={day}
      w={{ base: 132, sm: 136 }}
      classNames={{ input: classes.day, label: classes.label }}
    />
  );
}

const height = { base: 44, sm: 32 };
