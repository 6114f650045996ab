import { Textarea } from "@mantine/core";
import { useCheckedCss } from "../preview/use-own-css.ts";
import type { FieldInputProps } from "./field-input.tsx";

export default function CssInput({ name, field, value, error, onChange }: FieldInputProps) {
  const { fault } = useCheckedCss(value);
  return (
    <Textarea
      name={name}
      label={field.label}
      description={field.help}
      error={error ?? (fault === null ? undefined : `${field.label} ${fault}.`)}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autosize
      minRows={4}
      maxRows={24}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      placeholder=".banner__heading { letter-spacing: -0.02em; }"
      styles={{ input: { fontFamily: "ui-monospace, monospace", fontSize: "0.8125rem" } }}
    />
  );
}
