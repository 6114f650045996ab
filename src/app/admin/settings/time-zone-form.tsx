import { Select } from "@mantine/core";
import { useMemo } from "react";
import { GivenField, type PartProps, SettingsForm } from "./settings-form.tsx";

interface TimeZoneFormProps extends PartProps {
  readonly timeZones: readonly string[];
}

export function TimeZoneForm({ timeZones, ...props }: TimeZoneFormProps) {
  const { timeZone } = props.settings;
  const present = timeZone.value ?? "";
  const names = [...new Set([...timeZones, present])].join("\n");
  // Select drops the typed text whenever `data` is a new array, so the array is made once.
  const data = useMemo(
    () => names.split("\n").map((value) => ({ value, label: shownName(value) })),
    [names],
  );
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
          allowDeselect={false}
          selectFirstOptionOnChange
          nothingFoundMessage="No such time zone. Try the largest city near you."
          maxDropdownHeight={280}
          defaultValue={present}
          data={data}
          error={props.result?.errors.timeZone}
        />
      )}
    </SettingsForm>
  );
}

/**
 * Shows "America/New_York" as "America/New York", so that a search for "New York" finds the zone.
 */
function shownName(zone: string): string {
  return zone.replaceAll("_", " ");
}
