import { Autocomplete, SimpleGrid, TextInput } from "@mantine/core";
import { businessNameLength, demonstrationName } from "#platform/business.ts";
import { GivenField, type PartProps, SettingsForm } from "./settings-form.tsx";

interface BusinessFormProps extends PartProps {
  readonly countries: readonly string[];
}

export function BusinessForm({ countries, ...props }: BusinessFormProps) {
  const { businessName, businessAddress, businessPhone, businessEmail } = props.settings;
  const { businessCountry, businessTaxId } = props.settings;
  const errors = props.result?.errors ?? {};
  const facts = [businessName, businessAddress, businessPhone, businessEmail, businessCountry];
  const saved = [...facts, businessTaxId].flatMap(({ value }) => value ?? []);
  return (
    <SettingsForm
      {...props}
      title="Business"
      intro="Your name stands on the site, in emails, on receipts and in search results. Saving also writes it, with address, phone and email, into the texts of the site that still have the example."
      names={[
        "businessName",
        "businessAddress",
        "businessPhone",
        "businessEmail",
        "businessCountry",
        "businessTaxId",
      ]}
      save="Save business"
      saved={saved.join(", ")}
    >
      {businessName.setBy === "environment" ? (
        <GivenField
          label="Name of the business"
          value={businessName.value ?? ""}
          variable={businessName.variable}
        />
      ) : (
        <TextInput
          name="businessName"
          label="Name of the business"
          placeholder={demonstrationName}
          defaultValue={businessName.setBy === null ? "" : (businessName.value ?? "")}
          error={errors.businessName}
          maxLength={businessNameLength.most}
          autoComplete="organization"
          required
        />
      )}
      <TextInput
        name="businessAddress"
        label="Address"
        description="In one line, as on a letter"
        defaultValue={businessAddress.value ?? ""}
        error={errors.businessAddress}
        maxLength={200}
        autoComplete="street-address"
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
        <Autocomplete
          name="businessCountry"
          label="Country"
          data={countries}
          limit={8}
          defaultValue={businessCountry.value ?? ""}
          error={errors.businessCountry}
          maxLength={100}
          autoComplete="off"
        />
        <TextInput
          name="businessPhone"
          label="Phone number"
          inputMode="tel"
          defaultValue={businessPhone.value ?? ""}
          error={errors.businessPhone}
          maxLength={40}
          autoComplete="tel"
        />
        <TextInput
          name="businessEmail"
          label="Email address"
          description="Visitors and customers see this address"
          inputWrapperOrder={["label", "input", "description", "error"]}
          inputMode="email"
          defaultValue={businessEmail.value ?? ""}
          error={errors.businessEmail}
          maxLength={254}
          autoComplete="email"
        />
        <TextInput
          name="businessTaxId"
          label="Tax ID"
          description="A line on receipts, such as EIN 12-3456789"
          inputWrapperOrder={["label", "input", "description", "error"]}
          defaultValue={businessTaxId.value ?? ""}
          error={errors.businessTaxId}
          maxLength={100}
          autoComplete="off"
        />
      </SimpleGrid>
    </SettingsForm>
  );
}
