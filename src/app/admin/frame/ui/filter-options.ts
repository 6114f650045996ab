import type { ComboboxItem, OptionsFilter } from "@mantine/core";
import { foldedText } from "#platform/texts/folded-text.ts";

/** Filter of fields with a search; their options have no groups. */
export const filterOptions: OptionsFilter = ({ options, search }) => {
  const sought = foldedText(search.trim());
  return (options as ComboboxItem[]).filter(({ label }) => foldedText(label).includes(sought));
};
