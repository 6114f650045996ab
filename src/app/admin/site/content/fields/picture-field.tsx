import { PictureInput } from "#app/admin/site/media/picture-input.tsx";
import type { FieldInputProps } from "./field-input.tsx";

export function PictureField(props: FieldInputProps) {
  const { name, field, value, error, onChange, onPicture, onUploading } = props;
  return (
    <PictureInput
      name={name}
      label={field.label}
      value={value}
      onChange={onChange}
      error={error}
      required={!field.optional}
      onUploading={onUploading}
      {...(onPicture === undefined ? {} : { onPicture })}
      {...(field.help === undefined ? {} : { description: field.help })}
    />
  );
}
