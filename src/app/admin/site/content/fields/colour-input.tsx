import { CloseButton, Group, Input, TextInput } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import { notColour } from "#content/model/fields.ts";
import classes from "./colour-input.module.css";
import { isColour, spelledColour } from "./colour-text.ts";
import type { FieldInputProps } from "./field-input.tsx";

interface ColourInputProps
  extends Pick<FieldInputProps, "name" | "field" | "value" | "error" | "onChange"> {
  /** Shown while no colour is chosen. */
  byDefault?: string;
  note?: ReactNode;
}

/** The browser's own chooser of colours, and the code of the colour as text. */
export default function ColourInput(props: ColourInputProps) {
  const { name, field, value, onChange, byDefault = "", note } = props;
  const id = useId();
  const spelled = spelledColour(value);
  const [isTyping, setTyping] = useState(false);
  // Nobody is told while the colour is half typed.
  const isWrong = !isTyping && spelled !== "" && !isColour(spelled);
  const error = props.error ?? (isWrong ? `${field.label} ${notColour}.` : undefined);
  const shown = isColour(spelled) ? spelled : byDefault;
  return (
    <Input.Wrapper
      id={id}
      label={field.label}
      description={field.help}
      error={error}
      inputWrapperOrder={["label", "description", "input", "error"]}
    >
      <Group gap="xs" wrap="nowrap" mt={4}>
        <input
          type="color"
          className={classes.swatch}
          aria-label={`Choose ${field.label}`}
          value={shown || "#000000"}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <TextInput
          id={id}
          name={name}
          value={value}
          placeholder={byDefault || "#rrggbb"}
          error={error !== undefined}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange(event.currentTarget.value)}
          onFocus={() => setTyping(true)}
          onBlur={() => {
            setTyping(false);
            if (spelled !== value) onChange(spelled);
          }}
          rightSection={
            value !== "" && (
              <CloseButton
                aria-label={`Clear ${field.label}`}
                title="Back to the colour that follows from the design"
                onClick={() => onChange("")}
              />
            )
          }
          styles={{ input: { minHeight: 44, fontVariantNumeric: "tabular-nums" } }}
          w="10rem"
        />
      </Group>
      {note}
    </Input.Wrapper>
  );
}
