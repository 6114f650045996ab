import { NativeSelect } from "@mantine/core";
import { belowEntry, inMenu } from "#content/blocks/menus.ts";
import type { FieldInputProps } from "./field-input.tsx";
import { belowNamed, parentNamed } from "./menu-place.ts";
import { useMenuEntries } from "./use-link-pages.ts";

/** The place of a menu entry by name: in the menu itself, or below one of its entries. */
export default function MenuPlaceInput(props: FieldInputProps) {
  const { name, field, block, recordId, value, error, onChange } = props;
  const entries = useMenuEntries()?.filter((entry) => entry.block === block?.name) ?? [];
  const present = entries.find(({ id }) => id === recordId)?.parent?.id ?? null;
  const parent = value === belowEntry ? present : parentNamed(value);
  const offered = entries.filter((entry) => entry.parent === null && entry.id !== recordId);
  return (
    <NativeSelect
      name={name}
      label={field.label}
      description={field.help}
      error={error}
      value={parent ?? ""}
      onChange={({ currentTarget: { value: id } }) => {
        if (id === "") onChange(inMenu);
        else onChange(id === present ? belowEntry : belowNamed(id));
      }}
      data={[
        { value: "", label: "In the menu itself" },
        ...offered.map(({ id, label }) => ({ value: id, label: `Below ${label}` })),
      ]}
    />
  );
}
