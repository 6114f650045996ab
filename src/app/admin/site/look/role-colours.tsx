import { Alert, Box, Button, Stack, Text } from "@mantine/core";
import { look as block, type LookRecord } from "#content/blocks/look.ts";
import { lookOf } from "#look/look.ts";
import { roles, type Scheme } from "#look/roles.ts";
import ColourInput from "../content/fields/colour-input.tsx";
import { isColour, spelledColour } from "../content/fields/colour-text.ts";
import type { FormParts } from "../content/record/record-form.tsx";
import { type ColourWords, colourWords } from "./colour-words.ts";
import { fieldOf, rolesOfLook } from "./typed-look.ts";

interface RoleColoursProps {
  scheme: Scheme;
  /** The look that somebody is typing. */
  look: LookRecord;
  form: FormParts;
}

/** The six colours of a scheme, each with how well it can be read. */
export function RoleColours({
  scheme,
  look,
  form: { values, errors, onChange },
}: RoleColoursProps) {
  const palette = lookOf(look).palettes[scheme];
  const present = rolesOfLook(look)[scheme];
  return (
    <Stack gap="md">
      {roles.map((role) => {
        const name = fieldOf(role, scheme);
        const field = block.fields[name];
        const value = values[name] ?? "";
        const spelled = spelledColour(value);
        // A wrong colour has a message instead of words about the colour that is shown for it.
        const isWrong = spelled !== "" && !isColour(spelled);
        const words = colourWords(role, look[name], palette);
        const onUse = (colour: string) => onChange({ [name]: colour });
        return (
          <ColourInput
            key={name}
            name={name}
            field={scheme === "dark" ? { ...field, help: "" } : field}
            value={value}
            byDefault={present[role]}
            error={errors[name]}
            onChange={onUse}
            note={
              isWrong ? null : <ColourNote {...words} field={field} value={value} onUse={onUse} />
            }
          />
        );
      })}
    </Stack>
  );
}

interface ColourNoteProps extends ColourWords {
  field: { readonly label: string };
  value: string;
  onUse: (colour: string) => void;
}

function ColourNote({ text, nearest, isWarning, field, value, onUse }: ColourNoteProps) {
  const offer = nearest !== null && nearest !== spelledColour(value) && (
    <>
      {" "}
      <Button
        size="compact-xs"
        variant="default"
        mih={28}
        aria-label={`Use ${nearest} as ${field.label}`}
        onClick={() => onUse(nearest)}
      >
        Use {nearest}
      </Button>
    </>
  );
  return (
    <Box mt={4} aria-live="polite">
      {isWarning ? (
        <Alert color="yellow" p="xs">
          {text}
          {offer}
        </Alert>
      ) : (
        <Text size="xs" c="dimmed">
          {text}
          {offer}
        </Text>
      )}
    </Box>
  );
}
