import { Checkbox, Code, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { useLoaderData } from "react-router";
import type { Invoicing } from "#settings/invoicing.ts";
import { faultOfPattern, invoicingLengths, printedNumber } from "#settings/invoicing-form.ts";
import { CountrySelect } from "../country-select.tsx";
import type { ShownField } from "../setting-parts.server.ts";
import type { loader } from "./invoice-settings.tsx";

interface InvoicingFieldProps {
  field: ShownField;
  errors: Readonly<Record<string, string>>;
}

/** Help below the input, so that the inputs of a row are on one line. */
const below: ("label" | "input" | "description" | "error")[] = [
  "label",
  "input",
  "description",
  "error",
];

type TextName = keyof typeof invoicingLengths;

/** The seller, the numbers and the notes of invoices. */
export function InvoicingField({ field, errors }: InvoicingFieldProps) {
  const { name, value, options, revision } = field;
  const { business } = useLoaderData<typeof loader>();
  const given = value as Invoicing;
  const stored = revision === 0 ? { ...given, ...business } : given;
  const text = (part: TextName) => ({
    name: `${name}.${part}`,
    defaultValue: stored[part],
    error: errors[`${name}.${part}`],
    maxLength: invoicingLengths[part],
    autoComplete: "off",
  });
  return (
    <>
      <Checkbox
        name={`${name}.isOn`}
        value="yes"
        label="Each paid order gets an invoice, from now on"
        description="A refund gets a credit note. Documents are never changed, only credited."
        defaultChecked={stored.isOn}
      />
      <Text fw={700}>Seller</Text>
      <TextInput {...text("name")} label="Name of the business, as it is registered" />
      <TextInput {...text("street")} label="Street and house number" />
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" verticalSpacing="md">
        <TextInput {...text("postcode")} label="Postcode" />
        <TextInput {...text("city")} label="City" />
        <CountrySelect
          name={`${name}.country`}
          label="Country"
          error={errors[`${name}.country`]}
          countries={options}
          code={stored.country}
        />
      </SimpleGrid>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <TextInput
          {...text("registration")}
          label="Registration"
          description="Of the company register or the tax office, such as HRB 12345"
          inputWrapperOrder={below}
        />
        <TextInput
          {...text("email")}
          label="Email address"
          description="For questions about an invoice"
          inputWrapperOrder={below}
          inputMode="email"
        />
      </SimpleGrid>
      <Numbers name={name} stored={stored} errors={errors} />
      <Text fw={700}>Below the sums</Text>
      <TextInput
        {...text("firstNote")}
        label="First line"
        placeholder="Thank you for your order."
      />
      <TextInput {...text("secondNote")} label="Second line" />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <TextInput
          {...text("taxCurrency")}
          label="Currency of your tax authority"
          description="If it wants the tax in another currency than USD, such as EUR"
          inputWrapperOrder={below}
        />
        <TextInput
          {...text("taxRate")}
          label="One dollar is"
          description="Such as 0.9184. Type the new rate when it changes"
          inputWrapperOrder={below}
          inputMode="decimal"
        />
      </SimpleGrid>
    </>
  );
}

interface NumbersProps {
  readonly name: string;
  readonly stored: Invoicing;
  readonly errors: Readonly<Record<string, string>>;
}

/** The pattern of the numbers, with the next number as it is typed. */
function Numbers({ name, stored, errors }: NumbersProps) {
  const { issuing, year } = useLoaderData<typeof loader>();
  const [pattern, setPattern] = useState(stored.pattern);
  const [isPerYear, setIsPerYear] = useState(stored.isPerYear);
  const [first, setFirst] = useState(String(stored.firstNumber));
  const next = isPerYear === stored.isPerYear ? issuing.lastSequence + 1 : 1;
  const sequence = Math.max(next, Number.parseInt(first, 10) || 1);
  const fault = faultOfPattern({ pattern: pattern.trim(), isPerYear });
  const begins = first === String(stored.firstNumber) && issuing.lastSequence > 0;
  return (
    <Stack gap="md">
      <Text fw={700}>Numbers</Text>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <TextInput
          name={`${name}.pattern`}
          label="Pattern"
          description="With {number}, and {year} for the year"
          value={pattern}
          onChange={(event) => setPattern(event.currentTarget.value)}
          error={fault || errors[`${name}.pattern`]}
          maxLength={invoicingLengths.pattern}
          autoComplete="off"
          spellCheck={false}
        />
        <TextInput
          name={`${name}.firstNumber`}
          label="First number"
          description="To go on after invoices from elsewhere"
          value={first}
          onChange={(event) => setFirst(event.currentTarget.value)}
          error={errors[`${name}.firstNumber`]}
          inputMode="numeric"
          maxLength={7}
          autoComplete="off"
        />
      </SimpleGrid>
      <Checkbox
        name={`${name}.isPerYear`}
        value="yes"
        label="Begin again with 1 each year"
        checked={isPerYear}
        onChange={(event) => setIsPerYear(event.currentTarget.checked)}
      />
      {fault === "" && (
        <Text size="sm">
          The next invoice or credit note gets the number{" "}
          <Code>{printedNumber({ pattern }, { year, sequence: begins ? next : sequence })}</Code>.
        </Text>
      )}
    </Stack>
  );
}
