import { Alert, Button, Checkbox, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { useEffect, useState } from "react";
import { Form, useNavigation } from "react-router";
import { longestReference } from "../../../orders/money/longest-reference.ts";
import { centsFromAmount, dollarsFromCents } from "../../../platform/money.ts";
import type { FormState } from "../../ui/form-state.ts";

interface MoneyFormProps {
  intent: "refund" | "outside-payment" | "outside-refund";
  /** What opens the form. */
  button: string;
  title: string;
  /** What the form will do with this amount, and to whom. */
  explanation: (amount: string) => string;
  submitLabel: (amount: string) => string;
  /** What stands in the field at first. */
  amount: string;
  /** Any other amount is asked about once more. */
  expectedAmount?: string;
  /** The last day to choose from; given, the form asks for a day and a reference. */
  today?: string;
  hidden: Readonly<Record<string, string>>;
  form: FormState | undefined;
  /** When a form of the page last had its effect, after which it closes. */
  savedAt: number | undefined;
}

/** A form about an amount that says what it will do before it does it. */
export function MoneyForm(props: MoneyFormProps) {
  const { intent, button, title, hidden, form, savedAt } = props;
  const [opened, { open, close }] = useDisclosure(false);
  useEffect(() => {
    if (savedAt !== undefined) close();
  }, [savedAt, close]);
  const isOpenAgain = form !== undefined;
  useEffect(() => {
    if (isOpenAgain) open();
  }, [isOpenAgain, open]);
  return (
    <>
      <Group>
        <Button variant="default" size="md" onClick={open}>
          {button}
        </Button>
      </Group>
      <Modal opened={opened} onClose={close} title={title} lockScroll={false} centered>
        <Form method="post" preventScrollReset aria-label={title}>
          {Object.entries({ ...hidden, intent }).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Fields {...props} onCancel={close} />
        </Form>
      </Modal>
    </>
  );
}

function Fields(props: MoneyFormProps & { onCancel: () => void }) {
  const { intent, explanation, submitLabel, today, form, onCancel } = props;
  const [amount, setAmount] = useState(form?.values.amount ?? props.amount);
  const isSaving = useNavigation().formData?.get("intent") === intent;
  const cents = centsFromAmount(amount.trim().replace(/^\$/, ""));
  const dollars = cents === null || cents <= 0 ? null : dollarsFromCents(cents);
  const isOther =
    props.expectedAmount !== undefined &&
    cents !== null &&
    cents !== centsFromAmount(props.expectedAmount);
  return (
    <Stack gap="md">
      {form?.notice && <Alert color="red">{form.notice}</Alert>}
      <TextInput
        label="Amount in USD"
        name="amount"
        size="md"
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={(event) => setAmount(event.currentTarget.value)}
        error={form?.errors.amount}
        data-autofocus
      />
      {today !== undefined && (
        <>
          <TextInput
            label="Date"
            type="date"
            name="date"
            size="md"
            max={today}
            defaultValue={form?.values.date ?? today}
            error={form?.errors.date}
          />
          <TextInput
            label="Reference"
            description="By what you find it again. The customer sees it on the receipt."
            name="reference"
            size="md"
            maxLength={longestReference}
            autoComplete="off"
            defaultValue={form?.values.reference}
            error={form?.errors.reference}
          />
        </>
      )}
      {isOther && (
        <Checkbox
          name="confirmed"
          value="yes"
          label={`The order is about ${props.expectedAmount} USD: this pays it all the same.`}
          error={form?.errors.confirmed}
        />
      )}
      <Text size="sm">
        {dollars === null ? "Write an amount such as 49.00." : explanation(dollars)}
      </Text>
      <Group justify="flex-end">
        <Button variant="default" size="md" onClick={onCancel}>
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
    </Stack>
  );
}
