import { PictureInput } from "#app/admin/media/picture-input.tsx";
import type { FieldInputProps } from "./field-input.tsx";

export function PictureField({ name, field, value, error, onChange, onPicture }: FieldInputProps) {
  return (
    <PictureInput
      name={name}
      label={field.label}
      value={value}
      onChange={onChange}
      error={error}
      required={!field.optional}
      {...(onPicture === undefined ? {} : { onPicture })}
      {...(field.help === undefined ? {} : { description: field.help })}
    />
  );
}
