import { Checkbox, Stack, TextInput } from "@mantine/core";
import { linesIn } from "#content/model/lines-in.ts";
import type { FieldInputProps } from "./field-input.tsx";
import { usePlans } from "./use-link-pages.ts";

/** A tick for each plan. A plan that was deleted meanwhile is left out of the next saved list. */
export default function PlansInput({ name, field, value, error, onChange }: FieldInputProps) {
  const plans = usePlans();
  if (plans === undefined) {
    return <TextInput name={name} label={field.label} value="" error={error} readOnly />;
  }
  const chosen = linesIn(value).filter((id) => plans.some((plan) => plan.id === id));
  return (
    <Checkbox.Group
      label={field.label}
      description={field.help}
      error={error}
      value={[...chosen]}
      onChange={(ids) =>
        onChange(plans.flatMap(({ id }) => (ids.includes(id) ? id : [])).join("\n"))
      }
    >
      <Stack gap="xs" mt="xs">
        {plans.map(({ id, name: label }) => (
          <Checkbox key={id} value={id} label={label} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
