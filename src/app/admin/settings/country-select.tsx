import { Select, type SelectProps } from "@mantine/core";
import { useStableOptions } from "./find-options.ts";
import type { SettingOption } from "./setting-parts.server.ts";

interface CountrySelectProps extends Pick<SelectProps, "label" | "description" | "style"> {
  readonly name: string;
  /** ISO code; "" for none. */
  readonly code: string;
  readonly countries: readonly SettingOption[];
  readonly error: string | undefined;
  readonly "aria-label"?: string;
}

/** A country is found by its name, its code and what it is usually called, such as "UK". */
export function CountrySelect({ code, countries, ...others }: CountrySelectProps) {
  const { data, filter } = useStableOptions(countries);
  return (
    <Select
      {...others}
      data={data}
      filter={filter}
      defaultValue={code || null}
      searchable
      selectFirstOptionOnChange
      nothingFoundMessage="No such country."
      maxDropdownHeight={280}
    />
  );
}
