import { NativeSelect, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { isPageTarget } from "#content/model/links.ts";
import type { FieldInputProps } from "./field-input.tsx";
import { linkTo, targetOf } from "./link-target.ts";
import { useLinkPages, useLinkSections } from "./use-link-pages.ts";

const [nothing, typed, gone] = ["nothing", "typed", "gone"];

/** Where a menu entry or a redirect leads: a page and a section of it, chosen from lists, or a typed address. */
export default function TargetInput({ name, field, value, error, onChange }: FieldInputProps) {
  const pages = useLinkPages();
  const { page, anchor } = targetOf(pages ?? [], value);
  const sections = useLinkSections(page) ?? [];
  const [types, setTypes] = useState(false);
  const isGone = page === undefined && isPageTarget(value);
  const isTyped = !isGone && (types || (value !== "" && page === undefined));
  const chosen = isGone ? gone : isTyped ? typed : value === "" ? nothing : (page?.link ?? "");
  if (pages === undefined) {
    return <TextInput name={name} label={field.label} value={value} error={error} readOnly />;
  }
  const choose = (choice: string) => {
    setTypes(choice === typed);
    if (choice !== gone) onChange(choice === nothing || choice === typed ? "" : choice);
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
          ...(isGone ? [{ value: gone, label: "A page that is gone" }] : []),
          { value: nothing, label: field.labels?.[""] ?? "Choose…" },
          ...[...Map.groupBy(pages, (each) => each.group)].map(([group, grouped]) => ({
            group,
            items: grouped.map(({ link, title }) => ({ value: link, label: title })),
          })),
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
      {!isTyped && value !== "" && page !== undefined && (sections.length > 0 || anchor !== "") && (
        <NativeSelect
          label="Section"
          value={anchor}
          onChange={({ currentTarget }) => onChange(linkTo(page, currentTarget.value))}
          data={[
            { value: "", label: "The beginning of the page" },
            ...sections.map((section) => ({ value: section.anchor, label: section.title })),
            ...(anchor === "" || sections.some((section) => section.anchor === anchor)
              ? []
              : [{ value: anchor, label: `“${anchor}”` }]),
          ]}
        />
      )}
    </Stack>
  );
}
