import { Button, Group, TextInput } from "@mantine/core";
import { Form, Link, useLocation, useNavigation } from "react-router";
import type { Split } from "#sales/read-sales.ts";
import type { RangeName, SalesRange } from "#sales/sales-range.ts";
import classes from "./sales-section.module.css";

interface ChoiceLinksProps {
  readonly label: string;
  readonly choices: readonly {
    readonly text: string;
    readonly href: string;
    readonly isChosen: boolean;
  }[];
}

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
  ["all", "All time"],
];

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
            Apply
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

export function SplitChoice({ split }: { split: Split }) {
  const present = useDashboardChoices();
  const choice = (text: string, value: Split) => ({
    text,
    href: dashboardAddress(present, { by: value }),
    isChosen: split === value,
  });
  return (
    <ChoiceLinks
      label="Group charts"
      choices={[choice("By plan", "plan"), choice("By status", "status")]}
    />
  );
}

/** Changes some parameters of the dashboard's URL; null removes a parameter. */
export function dashboardAddress(
  present: URLSearchParams,
  changes: Readonly<Record<string, string | null>>,
): string {
  const choices = new URLSearchParams(present);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) choices.delete(name);
    else choices.set(name, value);
  }
  const text = choices.toString();
  return text === "" ? "/admin" : `/admin?${text}`;
}

/**
 * Parameters of the URL that is being loaded, otherwise of the present URL, so that a second quick
 * click builds on the first click instead of undoing the first click.
 */
export function useDashboardChoices(): URLSearchParams {
  const present = useLocation();
  const { location: coming } = useNavigation();
  return new URLSearchParams((coming?.pathname === present.pathname ? coming : present).search);
}
