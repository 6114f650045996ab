import { NativeSelect, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import type { FieldInputProps } from "./field-input.tsx";
import { linkTo, targetOf } from "./link-target.ts";
import { useLinkPages } from "./use-link-pages.ts";

const [nothing, typed] = ["nothing", "typed"];

/** Where a menu entry leads: a page and a section of it, chosen from lists, or a typed address. */
export default function TargetInput({ name, field, value, error, onChange }: FieldInputProps) {
  const pages = useLinkPages();
  const { page, anchor } = targetOf(pages ?? [], value);
  const [types, setTypes] = useState(false);
  const isTyped = types || (value !== "" && page === undefined);
  const chosen = isTyped ? typed : value === "" ? nothing : (page?.link ?? "");
  if (pages === undefined) {
    return <TextInput name={name} label={field.label} value={value} error={error} readOnly />;
  }
  const choose = (choice: string) => {
    setTypes(choice === typed);
    onChange(choice === nothing || choice === typed ? "" : choice);
  };
  return (
    <Stack gap="xs">
      <NativeSelect
        name={name}
        label={field.label}
        description={field.help}
        withAsterisk={!field.optional}
        error={isTyped ? undefined : error}
        value={chosen}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={[
          { value: nothing, label: field.optional ? "No link: only a heading" : "Choose…" },
          {
            group: "Pages of this site",
            items: pages.map(({ link, title }) => ({ value: link, label: title })),
          },
          { group: "Elsewhere", items: [{ value: typed, label: "An address that I type" }] },
        ]}
      />
      {isTyped && (
        <TextInput
          label="Address"
          description="A web address such as https://example.com, or a path on this site such as /media/prices.pdf."
          inputMode="url"
          value={value}
          error={error}
          onChange={({ currentTarget }) => {
            // The field stays while the typed text is the address of a page that the list offers.
            setTypes(true);
            onChange(currentTarget.value);
          }}
        />
      )}
      {!isTyped && value !== "" && page !== undefined && page.sections.length > 0 && (
        <NativeSelect
          label="Section"
          value={anchor}
          onChange={({ currentTarget }) => onChange(linkTo(page, currentTarget.value))}
          data={[
            { value: "", label: "The beginning of the page" },
            ...page.sections.map((section) => ({ value: section.anchor, label: section.title })),
            ...(anchor === "" || page.sections.some((section) => section.anchor === anchor)
              ? []
              : [{ value: anchor, label: `“${anchor}”, which the page no longer has` }]),
          ]}
        />
      )}
    </Stack>
  );
}
