import { Checkbox, Stack, Text } from "@mantine/core";
import type { OpenWay } from "#access/ways-in/ways-in.ts";
import type { ActionResult } from "#app/ui/forms/action-result.ts";

interface WaysInBoxesProps {
  ways: readonly OpenWay[];
  form: ActionResult | undefined;
}

/** `WaysInFields` of the customer pages for the panel, with the same fields. */
export function WaysInBoxes({ ways, form }: WaysInBoxesProps) {
  const always = ways.filter(({ canStay }) => !canStay);
  const choices = ways.filter(({ canStay }) => canStay);
  const ending = always.length > 0 && (
    <Text size="sm" c="dimmed">
      This also ends {always.map(({ label }) => label).join(", ")}.
    </Text>
  );
  if (choices.length === 0) return ending;
  return (
    <Stack gap="xs" role="group" aria-label="Also end what else opens the account">
      <Text size="sm" fw={500}>
        Also end what else opens the account
      </Text>
      {choices.map(({ kind, label }) => (
        <div key={kind}>
          <input type="hidden" name={`listed.${kind}`} value="yes" />
          <Checkbox
            name={`end.${kind}`}
            value="yes"
            label={label}
            defaultChecked={form === undefined || form.values[`end.${kind}`] === "yes"}
          />
        </div>
      ))}
      {ending}
    </Stack>
  );
}
