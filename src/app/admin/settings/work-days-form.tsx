import { Checkbox, Group, Textarea } from "@mantine/core";
import { type PartProps, SettingsForm } from "./settings-form.tsx";

const weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

export function WorkDaysForm(props: PartProps) {
  const { weekdays, closedDays } = props.settings;
  const errors = props.result?.errors ?? {};
  const worked = weekdays.value ?? [];
  const closed = closedDays.value ?? [];
  const names = worked.map((day) => weekdayNames[day - 1]).join(", ");
  return (
    <SettingsForm
      {...props}
      title="Working days"
      intro="Only these days count toward the due dates of orders. A change also applies to the orders that you are working on now."
      names={["weekdays", "closedDays"]}
      save="Save working days"
      saved={`${names}; ${closed.length} closed ${closed.length === 1 ? "day" : "days"}`}
    >
      <Checkbox.Group
        label="Weekdays that you work"
        defaultValue={worked.map(String)}
        error={errors.weekdays}
      >
        <Group gap="md" mt={6}>
          {weekdayNames.map((name, index) => (
            <Checkbox
              key={name}
              name={`weekday.${index + 1}`}
              value={String(index + 1)}
              label={name}
              size="md"
            />
          ))}
        </Group>
      </Checkbox.Group>
      <Textarea
        name="closedDays"
        label="Closed days"
        description="One date per line, such as 2026-12-25"
        autosize
        minRows={3}
        maxRows={12}
        defaultValue={closed.join("\n")}
        error={errors.closedDays}
        autoComplete="off"
        spellCheck={false}
      />
    </SettingsForm>
  );
}
