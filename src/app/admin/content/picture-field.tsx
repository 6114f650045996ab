import { TextInput } from "@mantine/core";
import type { FieldInputProps } from "./field-input.tsx";

/** The address of a picture. */
export function PictureField({ name, field, value, error, onChange }: FieldInputProps) {
  return (
    <TextInput
      name={name}
      label={field.label}
      description={field.help ?? "The address of a picture."}
      value={value}
      error={error}
      withAsterisk={!field.optional}
      inputMode="url"
      maxLength={field.maxLength}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
