import {
  Autocomplete,
  Checkbox,
  Group,
  NativeSelect,
  Select,
  Textarea,
  TextInput,
} from "@mantine/core";
import { BankAccountField } from "./bank-account-field.tsx";
import { useStableOptions } from "./find-options.ts";
import { InvoicingField } from "./invoices/invoicing-field.tsx";
import { MailServerField } from "./mail-server-field.tsx";
import type { ShownField } from "./setting-parts.server.ts";
import { TaxField } from "./tax/tax-field.tsx";
import { weekdayNames } from "./value-labels.ts";

interface SettingFieldProps {
  field: ShownField;
  errors: Readonly<Record<string, string>>;
  /** True beside another field: the help is below the input, so that the inputs are on one line. */
  isBeside: boolean;
}

export function SettingField({ field, errors, isBeside }: SettingFieldProps) {
  const { name, kind, label, value, text, options, given } = field;
  const { data, filter } = useStableOptions(options);
  if (kind === "mailServer") return <MailServerField field={field} errors={errors} />;
  if (kind === "bankAccount") return <BankAccountField field={field} errors={errors} />;
  if (kind === "invoicing") return <InvoicingField field={field} errors={errors} />;
  if (kind === "tax") return <TaxField field={field} errors={errors} />;
  if (given !== null) {
    const shown = options.find((option) => option.value === text)?.label ?? text;
    return <GivenField label={label} value={shown} variable={given} />;
  }
  const common = {
    name,
    label,
    error: errors[name],
    ...(field.help !== undefined && { description: field.help }),
    ...(isBeside && { inputWrapperOrder: ["label", "input", "description", "error"] as const }),
    ...(field.placeholder !== undefined && { placeholder: field.placeholder }),
    ...(field.maxLength !== undefined && { maxLength: field.maxLength }),
    ...(field.autoComplete !== undefined && { autoComplete: field.autoComplete }),
    ...(field.required && { required: true }),
  };
  const input = {
    ...common,
    inputWrapperOrder: common.inputWrapperOrder && [...common.inputWrapperOrder],
    defaultValue: text,
  };
  switch (kind) {
    case "mark":
      return <Checkbox name={name} value="yes" label={label} defaultChecked={value === true} />;
    case "weekdays":
      return (
        <Checkbox.Group
          label={label}
          defaultValue={((value ?? []) as readonly number[]).map(String)}
          error={errors[name]}
        >
          <Group gap="md" mt={6}>
            {weekdayNames.map((day, index) => (
              <Checkbox
                key={day}
                name={`${name}.${index + 1}`}
                value={String(index + 1)}
                label={day}
                size="md"
              />
            ))}
          </Group>
        </Checkbox.Group>
      );
    case "lines":
      return (
        <Textarea
          {...input}
          defaultValue={((value ?? []) as readonly string[]).join("\n")}
          autosize
          minRows={3}
          maxRows={12}
          spellCheck={false}
        />
      );
    case "choice":
      return <NativeSelect {...input} data={data} />;
    case "searched":
      return (
        <Select
          {...input}
          data={data}
          searchable
          allowDeselect={false}
          selectFirstOptionOnChange
          nothingFoundMessage="No such time zone. Try the largest city near you."
          maxDropdownHeight={280}
        />
      );
    case "suggested":
      return (
        <Autocomplete
          {...input}
          data={data.map((option) => option.value)}
          filter={filter}
          limit={8}
        />
      );
    case "number":
      return <TextInput {...input} inputMode="numeric" />;
    case "phone":
      return <TextInput {...input} inputMode="tel" />;
    case "email":
      return <TextInput {...input} inputMode="email" />;
    case "text":
      return <TextInput {...input} />;
  }
}

interface GivenFieldProps {
  readonly label: string;
  readonly value: string;
  readonly variable: string;
}

/** A read-only value that an environment variable sets. */
export function GivenField({ label, value, variable }: GivenFieldProps) {
  return (
    <TextInput
      label={label}
      value={value}
      description={`Set on the server by the environment variable ${variable}. Only the person who runs the server can change it.`}
      // Below the value, so that two fields side by side stay on one line.
      inputWrapperOrder={["label", "input", "description"]}
      readOnly
      variant="filled"
      styles={{ input: { backgroundColor: "var(--mantine-color-body)" } }}
    />
  );
}
