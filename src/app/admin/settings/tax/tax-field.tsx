import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Radio,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useState } from "react";
import { IconTrash } from "#app/ui/icons/icon-trash.ts";
import type { TaxSetting } from "#settings/tax.ts";
import { CountrySelect } from "../country-select.tsx";
import type { ShownField } from "../setting-parts.server.ts";
import { placeLabels, treatmentLabels } from "./tax-labels.ts";

interface TaxFieldProps {
  readonly field: ShownField;
  readonly errors: Readonly<Record<string, string>>;
}

/** The fields of VAT; those about rates only for a business that is registered. */
export function TaxField({ field: { name, value, options }, errors }: TaxFieldProps) {
  const tax = value as TaxSetting;
  const [isOn, setIsOn] = useState(tax.isOn);
  const [isRegistered, setIsRegistered] = useState(tax.isRegistered);
  const named = (part: keyof TaxSetting) => ({
    name: `${name}.${part}`,
    error: errors[`${name}.${part}`],
  });
  const shownIf = (isShown: boolean) => ({ style: { display: isShown ? undefined : "none" } });
  return (
    <>
      <Checkbox
        name={`${name}.isOn`}
        value="yes"
        label="Say how orders and invoices are taxed"
        defaultChecked={isOn}
        onChange={(event) => setIsOn(event.currentTarget.checked)}
      />
      <Stack gap="md" {...shownIf(isOn)}>
        <CountrySelect
          {...named("country")}
          label="Your country"
          description="Where your business is established"
          countries={options}
          code={tax.country}
        />
        <Checkbox
          name={`${name}.isRegistered`}
          value="yes"
          label="The business is registered for VAT"
          description="Otherwise no order has VAT, and invoices say that you are not registered"
          defaultChecked={isRegistered}
          onChange={(event) => setIsRegistered(event.currentTarget.checked)}
        />
        <Stack gap="md" {...shownIf(isRegistered)}>
          <Group gap="md" align="flex-start" grow>
            <TextInput
              {...named("vatNumber")}
              label="Your VAT number"
              description="Only its form is checked here"
              defaultValue={tax.vatNumber}
              maxLength={30}
              autoComplete="off"
              spellCheck={false}
            />
            <TextInput
              {...named("ratePercent")}
              label="Your rate in percent"
              description="Such as 20 or 8.1"
              defaultValue={tax.ratePercent === 0 ? "" : String(tax.ratePercent)}
              inputMode="decimal"
              maxLength={6}
              autoComplete="off"
            />
          </Group>
          <Radio.Group {...named("place")} label="Your prices" defaultValue={tax.place}>
            <Stack gap="xs" mt={6}>
              <Radio value="inside" label={placeLabels.inside} />
              <Radio value="on top" label={placeLabels["on top"]} />
            </Stack>
          </Radio.Group>
          <Text size="sm">
            Customers in your country have VAT. A business abroad with a VAT number of a European
            country has reverse charge: no VAT, and the business accounts for it.
          </Text>
          <NativeSelect
            {...named("businessesAbroad")}
            label="Businesses in other countries"
            description="Companies, with or without a VAT number, in countries without reverse charge: those outside the EU, Iceland, Liechtenstein, Norway, Switzerland and the UK"
            defaultValue={tax.businessesAbroad}
            data={treatments("O", "G")}
          />
          <NativeSelect
            {...named("consumersAbroad")}
            label="Consumers in other countries"
            description="Also companies without a VAT number in countries with reverse charge; for a seller in the EU, only customers outside the EU"
            defaultValue={tax.consumersAbroad}
            data={treatments("S", "O")}
          />
          <TaxExceptions name={name} tax={tax} countries={options} errors={errors} />
        </Stack>
      </Stack>
    </>
  );
}

interface TaxExceptionsProps {
  readonly name: string;
  readonly tax: TaxSetting;
  readonly countries: ShownField["options"];
  readonly errors: Readonly<Record<string, string>>;
}

const treatments = (...categories: (keyof typeof treatmentLabels)[]) =>
  categories.map((value) => ({ value, label: treatmentLabels[value] }));

/** Countries with rules of their own, in rows that can be added and removed. */
function TaxExceptions({ name, tax, countries, errors }: TaxExceptionsProps) {
  const [rows, setRows] = useState(tax.exceptions.map((row, key) => ({ ...row, key })));
  const add = () =>
    setRows([
      ...rows,
      { country: "", category: "S", key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 },
    ]);
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        Countries with a rule of their own
      </Text>
      {rows.map((row, index) => {
        const field = `${name}.exceptions.${index}`;
        return (
          <Group key={row.key} gap="xs" align="flex-start" wrap="nowrap">
            <CountrySelect
              name={`${field}.country`}
              aria-label="Country"
              error={errors[`${field}.country`]}
              countries={countries}
              code={row.country}
              style={{ flex: 1 }}
            />
            <NativeSelect
              name={`${field}.category`}
              aria-label="Rule"
              error={errors[`${field}.category`]}
              data={treatments("S", "AE", "G", "O")}
              defaultValue={row.category}
              style={{ flex: 1 }}
            />
            <ActionIcon
              variant="default"
              size="input-sm"
              aria-label="Remove the country"
              onClick={() => setRows(rows.filter(({ key }) => key !== row.key))}
            >
              <IconTrash size={18} />
            </ActionIcon>
          </Group>
        );
      })}
      <Button variant="default" size="xs" onClick={add} style={{ alignSelf: "flex-start" }}>
        Add a country
      </Button>
    </Stack>
  );
}
