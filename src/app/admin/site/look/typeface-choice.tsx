import { Button, Group, Input, Text } from "@mantine/core";
import { useId, useState } from "react";
import { look as block, deviceFont, type LookRecord } from "#content/blocks/look.ts";
import { designs } from "#look/designs.ts";
import type { OwnFont } from "#look/typefaces/own-font.ts";
import {
  type FontUse,
  headingStack,
  isTypeface,
  textFontNames,
  textStack,
  typefaceOf,
  typefaces,
} from "#look/typefaces/typefaces.ts";
import type { FormParts } from "../content/record/record-form.tsx";
import classes from "./look.module.css";
import { familyOfOwn, useTypefaceSheets } from "./use-typeface-sheets.ts";

interface Offered {
  readonly value: LookRecord["headingFont"];
  /** Of an uploaded font; "" for others. */
  readonly address: string;
  readonly name: string;
  readonly note: string;
  readonly stack: string;
}

interface TypefaceChoiceProps {
  use: FontUse;
  look: LookRecord;
  /** The fonts that the owner has uploaded. */
  fonts: readonly OwnFont[];
  form: FormParts;
}

/** The typefaces for a use, each named in itself. */
export function TypefaceChoice(props: TypefaceChoiceProps) {
  const { use, look, fonts, form } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [name, ownName] =
    use === "heading"
      ? (["headingFont", "ownHeadingFont"] as const)
      : (["textFont", "ownTextFont"] as const);
  const isChosen = ({ value, address }: Offered) =>
    value === look[name] && (value !== "Uploaded" || address === look[ownName]);
  const offered = offeredFor(use, look, fonts);
  const chosen = offered.find(isChosen);
  useTypefaceSheets(isOpen, use);
  return (
    <Input.Wrapper
      label={block.fields[name].label}
      labelElement="div"
      labelProps={{ id }}
      error={form.errors[name] ?? form.errors[ownName]}
    >
      <Group gap="sm" justify="space-between" wrap="nowrap" mt={4}>
        <Text span style={{ overflowWrap: "anywhere" }}>
          {chosen?.name ?? "A font that is gone"}
          <Text span c="dimmed" size="sm">
            {chosen && `, ${chosen.note}`}
          </Text>
        </Text>
        <Button
          variant="default"
          mih={44}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? "Close" : "Change"} ${block.fields[name].label.toLowerCase()}`}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Close" : "Change"}
        </Button>
      </Group>
      {isOpen && (
        <div className={classes.faces} role="radiogroup" aria-labelledby={id}>
          {offered.map((each) => (
            <label key={each.value + each.address} className={classes.face}>
              <input
                type="radio"
                name={name}
                value={each.address || each.value}
                checked={isChosen(each)}
                onChange={() => form.onChange({ [name]: each.value, [ownName]: each.address })}
              />
              <span>
                <span className={classes.faceName} style={{ fontFamily: each.stack }}>
                  {each.name}
                </span>
                <Text span display="block" size="sm" c="dimmed">
                  {each.note}
                </Text>
              </span>
            </label>
          ))}
        </div>
      )}
    </Input.Wrapper>
  );
}

function offeredFor(use: FontUse, look: LookRecord, fonts: readonly OwnFont[]): readonly Offered[] {
  const design = designs[look.design];
  const own = use === "heading" ? design.headingFont : design.textFont;
  const stackOf = (font: typeof own) =>
    use === "text" || !isTypeface(font) ? textStack(font) : headingStack(font);
  const names =
    use === "heading" ? typefaces.map(({ name }) => name) : textFontNames.filter(isTypeface);
  return [
    {
      value: "Own",
      address: "",
      name: own === deviceFont ? "The font of the reader’s device" : own,
      note: `as ${look.design} has it`,
      stack: stackOf(own),
    },
    ...names.map((name): Offered => {
      return {
        value: name,
        address: "",
        name,
        note: typefaceOf(name).character,
        stack: stackOf(name),
      };
    }),
    {
      value: deviceFont,
      address: "",
      name: "The font of the reader’s device",
      note: "nothing to load",
      stack: textStack(deviceFont),
    },
    ...fonts.map((font): Offered => {
      const { address, name } = font;
      return { value: "Uploaded", address, name, note: "your own", stack: familyOfOwn(font) };
    }),
  ];
}
