import { Select } from "@mantine/core";
import { useState } from "react";
import { GivenField, type PartProps, SettingsForm } from "./settings-form.tsx";

interface TimeZoneFormProps extends PartProps {
  readonly timeZones: readonly string[];
}

export function TimeZoneForm({ timeZones, ...props }: TimeZoneFormProps) {
  const { timeZone } = props.settings;
  const present = timeZone.value ?? "";
  // The form controls the search text, because an uncontrolled Select clears the text whenever
  // `data` is a new array, which happens at each render.
  const [search, setSearch] = useState(shownName(present));
  const offered = [...new Set([...timeZones, present])];
  return (
    <SettingsForm
      {...props}
      title="Time zone"
      intro="Applies to every date and time that you and your customers see, and to the days in the charts. After a change, the charts are updated within minutes."
      names={["timeZone"]}
      save="Save time zone"
      saved={shownName(present)}
    >
      {timeZone.setBy === "environment" ? (
        <GivenField label="Time zone" value={shownName(present)} variable={timeZone.variable} />
      ) : (
        <Select
          name="timeZone"
          label="Time zone"
          description="Type a city, such as Oslo or New York"
          searchable
          searchValue={search}
          onSearchChange={setSearch}
          allowDeselect={false}
          selectFirstOptionOnChange
          nothingFoundMessage="No such time zone. Try the largest city near you."
          maxDropdownHeight={280}
          defaultValue={present}
          data={offered.map((value) => ({ value, label: shownName(value) }))}
          error={props.result?.errors.timeZone}
        />
      )}
    </SettingsForm>
  );
}

/** "America/New_York" as "America/New York", so that a search for "New York" finds the zone. */
function shownName(zone: string): string {
  return zone.replaceAll("_", " ");
}
