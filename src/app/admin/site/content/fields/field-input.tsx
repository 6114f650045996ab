import { Input, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { lazy, Suspense } from "react";
import type { Block } from "#content/model/define.ts";
import type { Field } from "#content/model/fields.ts";
import type { PictureFile } from "#media/picture-file.ts";
import { IconInput } from "./icon-input.tsx";
import { PictureField } from "./picture-field.tsx";

// Only the form of a plan has them.
const DrawingInput = lazy(() => import("./drawing-input.tsx"));
const MarkInput = lazy(() => import("./mark-input.tsx"));
/** Its code contains every kind of section. */
const SectionsInput = lazy(() => import("./sections-input.tsx"));
/** The editor is larger than the rest of a screen. */
const RichTextInput = lazy(() => import("./rich-text/rich-text-input.tsx"));
// Only the form of a menu entry has them.
const TargetInput = lazy(() => import("./target-input.tsx"));
// Only the form of an add-on has it.
const PlansInput = lazy(() => import("./plans-input.tsx"));
const MenuPlaceInput = lazy(() => import("./menu-place-input.tsx"));
// Only the form of the look has them.
const ColourInput = lazy(() => import("./colour-input.tsx"));
const CssInput = lazy(() => import("./css-input.tsx"));

export interface FieldInputProps {
  name: string;
  field: Field;
  /** Block of the record; undefined for a field of a section. */
  block?: Block | undefined;
  /** Null for a new record; undefined for a field of a section. */
  recordId?: string | null | undefined;
  value: string;
  error: string | undefined;
  /** All messages of the form, for a field whose parts have messages: "sections.quote-1.author". */
  formErrors?: Readonly<Record<string, string>> | undefined;
  /** Note below the input that depends on what the form contains. */
  note?: string | undefined;
  onChange: (value: string) => void;
  onPicture: ((picture: PictureFile) => void) | undefined;
  /** Called when the upload of a picture begins, and when it has ended. */
  onUploading?: ((isUploading: boolean) => void) | undefined;
}

export function FieldInput(given: FieldInputProps) {
  const { name, field, block, value, onChange } = given;
  const error = given.error ?? excessOf(field, value);
  const props = { ...given, error };
  const common = {
    name,
    label: field.label,
    description: given.note ?? field.help,
    value,
    error,
    withAsterisk: !field.optional,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  switch (field.kind) {
    case "sections":
      return (
        <Suspense>
          <SectionsInput {...props} />
        </Suspense>
      );
    case "richText":
      return (
        <Suspense
          // No text field, because what is typed into it would be lost when the editor arrives.
          fallback={
            <Input.Wrapper
              label={field.label}
              labelElement="div"
              description="Loading the editor…"
            />
          }
        >
          <RichTextInput {...props} />
        </Suspense>
      );
    case "css":
      return (
        <Suspense>
          <CssInput {...props} />
        </Suspense>
      );
    case "paragraph":
      return <Textarea {...common} autosize minRows={3} maxRows={16} />;
    case "choice":
      if (block?.indentedWhen?.field === name) {
        return (
          <Suspense>
            <MenuPlaceInput {...props} />
          </Suspense>
        );
      }
      return <NativeSelect {...common} data={choicesOf(field, value)} />;
    case "drawing":
      return (
        <Suspense>
          <DrawingInput {...props} />
        </Suspense>
      );
    case "mark":
      return (
        <Suspense>
          <MarkInput {...props} />
        </Suspense>
      );
    case "icon":
      return <IconInput {...props} />;
    case "image":
      return <PictureField {...props} />;
    case "price":
      return <TextInput {...common} leftSection="$" inputMode="decimal" />;
    case "number":
      return <TextInput {...common} inputMode="decimal" />;
    case "target":
      return (
        <Suspense>
          <TargetInput {...props} />
        </Suspense>
      );
    case "plans":
      return (
        <Suspense>
          <PlansInput {...props} />
        </Suspense>
      );
    case "url":
    case "address":
      return <TextInput {...common} inputMode="url" />;
    case "colour":
      return (
        <Suspense>
          <ColourInput {...props} />
        </Suspense>
      );
    case "email":
      return <TextInput {...common} inputMode="email" />;
    case "phone":
      return <TextInput {...common} inputMode="tel" />;
    case "text":
      return <TextInput {...common} />;
  }
}

/**
 * Message for a text that is too long. The field has no `maxlength`, which would cut off pasted
 * text silently.
 */
function excessOf({ maxLength }: Field, value: string): string | undefined {
  const excess = value.length - maxLength;
  if (excess <= 0) return undefined;
  return `${excess === 1 ? "1 character" : `${excess} characters`} too long. The limit is ${maxLength}.`;
}

/** Adds "Choose…" while the field is empty, so that no choice is preselected. */
function choicesOf(field: Field, value: string) {
  const choices = (field.choices ?? []).map((choice) => ({
    value: choice,
    label: field.labels?.[choice] ?? choice,
  }));
  return value === "" ? [{ value: "", label: "Choose…" }, ...choices] : choices;
}
