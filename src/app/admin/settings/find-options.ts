import type { ComboboxItem, OptionsFilter } from "@mantine/core";
import { useMemo } from "react";
import { foldedText } from "#platform/texts/folded-text.ts";
import type { SettingOption } from "./setting-parts.server.ts";

/**
 * Options that a search finds, the best first: "uk" is a name of the United Kingdom, so Ukraine,
 * which begins with it, comes after.
 */
export function findOptions(options: readonly SettingOption[], typed: string): SettingOption[] {
  const search = foldedText(typed).replaceAll(".", "").trim();
  const rankOf = ({ label, alsoCalled = [] }: SettingOption) => {
    const name = foldedText(label);
    if (name === search || alsoCalled.includes(search)) return 1;
    if (name.startsWith(search)) return 2;
    return name.includes(search) || alsoCalled.some((other) => other.startsWith(search)) ? 3 : 4;
  };
  return options
    .map((option) => ({ option, rank: rankOf(option) }))
    .filter(({ rank }) => rank < 4)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ option }) => option);
}

/** `Select` drops the typed text whenever its options are a new array, as after each answer. */
export function useStableOptions(options: readonly SettingOption[]) {
  const json = JSON.stringify(options);
  return useMemo(() => {
    const stable = JSON.parse(json) as SettingOption[];
    const data: ComboboxItem[] = stable.map(({ value, label }) => ({ value, label }));
    const filter: OptionsFilter = ({ search, limit }) =>
      findOptions(stable, search).slice(0, limit);
    return { data, filter };
  }, [json]);
}
