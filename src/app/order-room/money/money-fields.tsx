import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import type { useDraftForm } from "#app/admin/frame/forms/use-draft-form.ts";
import { longestReference } from "#orders/order.ts";
import { centsFromTyped, dollarsFromCents } from "#platform/money.ts";
import { invoiceMonthHint } from "./invoice-month.ts";
import type { MoneyFormProps } from "./money-form.tsx";

const referenceHints = {
  "outside-payment": "Your own reference for this payment. The customer sees it on the receipt.",
  "outside-refund": "Your own reference for this refund. The customer sees it on the order page.",
  // The form of a refund has no reference field, because the provider gives the refund an id.
  refund: undefined,
};

interface MoneyFieldsProps extends MoneyFormProps {
  draft: ReturnType<
    typeof useDraftForm<{ amount: string; date: string; reference: string; key: string }>
  >;
  onLeave: () => void;
  onDiscard: () => void;
}

export function MoneyFields(props: MoneyFieldsProps) {
  const { explanation, today, draft } = props;
  const { typed, result: form } = draft;
  const cents = centsOf(typed.values.amount);
  const dollars = cents === null || cents <= 0 ? null : dollarsFromCents(cents);
  const expected = props.expectedAmount === undefined ? cents : centsOf(props.expectedAmount);
  const field = (name: "amount" | "date" | "reference") => ({
    size: "md" as const,
    ...draft.field(name),
  });
  return (
    <Stack gap="md">
      {form?.notice && <Alert color="red">{form.notice}</Alert>}
      <TextInput
        label="Amount in USD"
        inputMode="decimal"
        autoComplete="off"
        {...field("amount")}
        data-autofocus
      />
      {today !== undefined && (
        <>
          <TextInput
            label="Date"
            type="date"
            max={today}
            {...field("date")}
            description={props.issuesInvoice && invoiceMonthHint(typed.values.date ?? today, today)}
          />
          <TextInput
            label="Reference"
            withAsterisk
            aria-required
            description={referenceHints[props.intent]}
            maxLength={longestReference}
            autoComplete="off"
            {...field("reference")}
          />
        </>
      )}
      {dollars !== null && expected !== null && cents !== expected && (
        <Checkbox
          name="confirmed"
          value="yes"
          label={`Record ${dollars} even though the order costs ${dollarsFromCents(expected)}. The order becomes Paid.`}
          error={form?.errors.confirmed}
        />
      )}
      <Text size="sm">
        {dollars === null ? "Enter an amount such as 49.00." : explanation(dollars)}
      </Text>
      <Buttons {...props} dollars={dollars} />
    </Stack>
  );
}

function Buttons(props: MoneyFieldsProps & { dollars: string | null }) {
  const { intent, submitLabel, onLeave, onDiscard, dollars } = props;
  const { typed, isSaving } = props.draft;
  return (
    <Group justify="flex-end" gap="xs">
      {typed.isChanged && (
        <Button
          variant="subtle"
          color="gray"
          size="md"
          mr="auto"
          onClick={onDiscard}
          disabled={isSaving}
        >
          Discard changes
        </Button>
      )}
      <Button variant="default" size="md" onClick={onLeave}>
        Not now
      </Button>
      <Button
        type="submit"
        size="md"
        loading={isSaving}
        disabled={dollars === null}
        {...(intent === "refund" && { color: "red" })}
      >
        {submitLabel(dollars ?? "")}
      </Button>
    </Group>
  );
}

function centsOf(amount = ""): number | null {
  return centsFromTyped(amount);
}
