import { Checkbox, SimpleGrid, Stack, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import type { ShownValue } from "#settings/define-setting.ts";
import { ibanInGroups } from "#settings/iban-in-groups.ts";
import type { ShownField } from "./setting-parts.server.ts";

type BankAccount = ShownValue<"bankAccount">;
type TextName = Exclude<keyof BankAccount, "isOn">;

interface BankAccountFieldProps {
  field: ShownField;
  errors: Readonly<Record<string, string>>;
}

/** The fields of an account. Countries with IBANs need the IBAN, others the two numbers. */
export function BankAccountField({ field: { name, value }, errors }: BankAccountFieldProps) {
  const account = value as BankAccount | null;
  const [isOn, setIsOn] = useState(account?.isOn ?? false);
  const { isOn: _, ...texts } = account ?? { isOn };
  const isFilled = Object.values(texts).some((text) => text !== "");
  // An account that nobody has entered needs no fields until somebody wants it.
  const isShown = isOn || isFilled || Object.keys(errors).length > 0;
  const text = (part: TextName) => ({
    name: `${name}.${part}`,
    defaultValue: account?.[part] ?? "",
    error: errors[`${name}.${part}`],
    autoComplete: "off",
    spellCheck: false,
  });
  return (
    <>
      <Checkbox
        name={`${name}.isOn`}
        value="yes"
        label="Customers can pay by bank transfer"
        defaultChecked={isOn}
        onChange={(event) => setIsOn(event.currentTarget.checked)}
      />
      <Stack gap="md" style={{ display: isShown ? undefined : "none" }}>
        <TextInput
          label="Account holder"
          description="The name that the bank has for the account"
          maxLength={140}
          {...text("holder")}
        />
        <TextInput
          label="IBAN"
          description="In countries without IBANs, leave it empty and fill in the two numbers below"
          maxLength={50}
          {...text("iban")}
          defaultValue={ibanInGroups(account?.iban ?? "")}
        />
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
          <TextInput label="Account number" maxLength={40} {...text("accountNumber")} />
          <TextInput
            label="Routing number"
            description="Or sort code, BSB or transit number"
            inputWrapperOrder={["label", "input", "description", "error"]}
            maxLength={20}
            {...text("routingNumber")}
          />
          <TextInput
            label="BIC (SWIFT code)"
            description="Needed for transfers from other countries"
            inputWrapperOrder={["label", "input", "description", "error"]}
            maxLength={14}
            {...text("bic")}
          />
          <TextInput label="Name of the bank" maxLength={100} {...text("bank")} />
        </SimpleGrid>
        <Textarea
          label="Note to customers"
          description="Such as who pays the fees of the banks. Shown below the account"
          maxLength={500}
          autosize
          minRows={2}
          maxRows={8}
          {...text("note")}
        />
      </Stack>
    </>
  );
}
