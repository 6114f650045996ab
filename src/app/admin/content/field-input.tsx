import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import type { Field } from "../../../content/fields.ts";
import type { PictureFile } from "../../../media/picture-file.ts";
import { IconInput } from "./icon-input.tsx";
import { PictureField } from "./picture-field.tsx";

export interface FieldInputProps {
  name: string;
  field: Field;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
  /** Told of an uploaded picture that was chosen. */
  onPicture: ((picture: PictureFile) => void) | undefined;
}

/** The control for a field of any kind. What the server says of a value stands at its control. */
export function FieldInput(props: FieldInputProps) {
  const { name, field, value, error, onChange } = props;
  const common = {
    name,
    label: field.label,
    description: field.help,
    value,
    error,
    withAsterisk: !field.optional,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  switch (field.kind) {
    case "paragraph":
      return <Textarea {...common} autosize minRows={3} maxRows={16} maxLength={field.maxLength} />;
    case "choice":
      return <NativeSelect {...common} data={choicesOf(field, value)} />;
    case "icon":
      return <IconInput {...props} />;
    case "image":
      return <PictureField {...props} />;
    case "price":
      return <TextInput {...common} leftSection="$" inputMode="decimal" maxLength={10} />;
    case "number":
      return <TextInput {...common} inputMode="decimal" maxLength={field.maxLength} />;
    case "url":
    case "address":
      return <TextInput {...common} inputMode="url" maxLength={field.maxLength} />;
    case "email":
      return <TextInput {...common} inputMode="email" maxLength={field.maxLength} />;
    case "phone":
      return <TextInput {...common} inputMode="tel" maxLength={field.maxLength} />;
    case "text":
      return <TextInput {...common} maxLength={field.maxLength} />;
  }
}

/** A record that is being added has no choice yet, and none is made for its author. */
function choicesOf(field: Field, value: string) {
  const choices = [...(field.choices ?? [])];
  return value === "" ? [{ value: "", label: "Choose…" }, ...choices] : choices;
}
