import { Fieldset, Group, NativeSelect, Stack, Text, TextInput } from "@mantine/core";
import type { ChangeEvent } from "react";
import { GrowingTextarea } from "#app/admin/frame/ui/growing-textarea.tsx";
import { listKinds } from "#reports/figures/list-kinds.ts";
import {
  longestLabel,
  longestReportText,
  longestReportUnit,
  longestSource,
} from "#reports/report-lengths.ts";
import classes from "./month-report.module.css";
import { type ListChoice, places, shownNumbers } from "./report-values.ts";

const texts = [
  {
    name: "done",
    label: "What we did",
    description: "Filled in with what was delivered this month. Change it as you like.",
  },
  {
    name: "changed",
    label: "What changed",
    description: "Filled in from the checks of the website. Name a cause only if you can prove it.",
  },
  { name: "next", label: "What comes next", description: "" },
] as const;

const numberFields = [
  { name: "label", label: "Name", placeholder: "Clicks from Google Search", most: longestLabel },
  { name: "value", label: "This month", placeholder: "1200", most: 30 },
  { name: "earlier", label: "Earlier", placeholder: "900", most: 30 },
  { name: "unit", label: "Unit", placeholder: "clicks", most: longestReportUnit },
  { name: "source", label: "Source", placeholder: "Search Console, Nov 1–30", most: longestSource },
] as const;

interface ReportFieldsProps {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string>>;
  /** Imported lists of top searches and top pages that the report can contain. */
  choices: readonly ListChoice[];
  onChange: (name: string, value: string) => void;
}

const listLabels = {
  searches: "Searches with the most clicks",
  pages: "Pages with the most clicks",
};

export function ReportFields({ values, errors, choices, onChange }: ReportFieldsProps) {
  const field = (name: string) => ({
    name,
    size: "md" as const,
    value: values[name] ?? "",
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(name, event.currentTarget.value),
  });
  return (
    <>
      {texts.map(({ name, label, description }) => (
        <GrowingTextarea
          key={name}
          label={label}
          description={`${description} ${(values[name] ?? "").length} of ${longestReportText} characters.`.trim()}
          minRows={3}
          maxRows={14}
          maxLength={longestReportText}
          {...field(name)}
        />
      ))}
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Up to six numbers. Each needs a source before the report can be sent.
        </Text>
        {places.slice(0, shownNumbers(values)).map((place) => (
          <Fieldset key={place} legend={`Number ${place + 1}`} className={classes.number}>
            {numberFields.map(({ name, label, placeholder, most }) => (
              <TextInput
                key={name}
                label={label}
                placeholder={placeholder}
                maxLength={most}
                autoComplete="off"
                inputMode={name === "value" || name === "earlier" ? "decimal" : "text"}
                className={classes[name]}
                {...field(`numbers.${place}.${name}`)}
              />
            ))}
          </Fieldset>
        ))}
      </Stack>
      {choices.length > 0 && (
        <Group gap="md" grow align="start">
          {listKinds.map((kind) => (
            <NativeSelect
              key={kind}
              label={listLabels[kind]}
              name={kind}
              size="md"
              data={[
                { value: "", label: "No list" },
                ...choices
                  .filter(({ list }) => list.kind === kind)
                  .map(({ name, list }) => ({ value: list.figures, label: name })),
              ]}
              value={values[kind] ?? ""}
              error={errors[kind]}
              onChange={(event) => onChange(kind, event.currentTarget.value)}
            />
          ))}
        </Group>
      )}
    </>
  );
}
