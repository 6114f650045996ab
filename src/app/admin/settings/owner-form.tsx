import { TextInput } from "@mantine/core";
import { GivenField, type PartProps, SettingsForm } from "./settings-form.tsx";

export function OwnerForm(props: PartProps) {
  const { ownerAddress } = props.settings;
  return (
    <SettingsForm
      {...props}
      title="Your address"
      intro="Gets an email for each order and contact message, and the answers of customers to your replies."
      names={["ownerAddress"]}
      save="Save address"
      saved={ownerAddress.value ?? "no address"}
    >
      {ownerAddress.setBy === "environment" ? (
        <GivenField
          label="Owner's address"
          value={ownerAddress.value ?? ""}
          variable={ownerAddress.variable}
        />
      ) : (
        <TextInput
          name="ownerAddress"
          label="Owner's address"
          description="Leave it empty if you do not want these emails"
          inputMode="email"
          placeholder="you@example.com"
          defaultValue={ownerAddress.value ?? ""}
          error={props.result?.errors.ownerAddress}
          maxLength={254}
        />
      )}
    </SettingsForm>
  );
}
