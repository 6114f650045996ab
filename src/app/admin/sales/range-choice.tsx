import { Button, Group, TextInput } from "@mantine/core";
import { Form, Link } from "react-router";
import type { Split } from "../../../orders/sales/read-sales.ts";
import type { RangeName, SalesRange } from "../../../orders/sales/sales-range.ts";
import classes from "./range-choice.module.css";
import { dashboardAddress, useDashboardChoices } from "./use-dashboard-choices.ts";

interface ChoiceLinksProps {
  readonly label: string;
  readonly choices: readonly {
    readonly text: string;
    readonly href: string;
    readonly isChosen: boolean;
  }[];
}

/** A choice of links. */
function ChoiceLinks({ label, choices }: ChoiceLinksProps) {
  return (
    <Group component="nav" aria-label={label} gap={6}>
      {choices.map(({ text, href, isChosen }) => (
        <Button
          key={text}
          component={Link}
          to={href}
          preventScrollReset
          size="xs"
          px={10}
          // Large enough for a thumb on a phone.
          h={{ base: 44, sm: 32 }}
          variant={isChosen ? "filled" : "default"}
          aria-current={isChosen ? "true" : undefined}
        >
          {text}
        </Button>
      ))}
    </Group>
  );
}

const presets: readonly (readonly [RangeName, string])[] = [
  ["7", "7 days"],
  ["30", "30 days"],
  ["90", "90 days"],
  ["year", "This year"],
  ["all", "All"],
];

/** The choice of the date range: a preset, or two days. */
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

/** The choice of the grouping of the charts. */
export function SplitChoice({ split }: { split: Split }) {
  const present = useDashboardChoices();
  const choice = (text: string, value: Split) => ({
    text,
    href: dashboardAddress(present, { by: value }),
    isChosen: split === value,
  });
  return (
    <ChoiceLinks
      label="Divide charts"
      choices={[choice("By plan", "plan"), choice("By status", "status")]}
    />
  );
}
