import { Checkbox } from "@mantine/core";
import type { FieldInputProps } from "./field-input.tsx";

export default function MarkInput({ name, field, value, error, onChange }: FieldInputProps) {
  return (
    <Checkbox
      name={name}
      label={field.label}
      description={field.help}
      error={error}
      checked={value !== ""}
      onChange={(event) => onChange(event.currentTarget.checked ? "Yes" : "")}
    />
  );
}
