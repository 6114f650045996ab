import { TextInput } from "@mantine/core";
import { GivenField, type PartProps, SettingsForm } from "./settings-form.tsx";

export function OwnerForm(props: PartProps) {
  const { ownerAddress } = props.settings;
  return (
    <SettingsForm
      {...props}
      title="Owner's email address"
      intro="This address is told of orders, messages, deliveries, payments to review and failures. If it belongs to somebody on the team, that person’s choices under “Your emails” count. When people answer emails that the team writes, their answers arrive here too, unless the site receives replies by email. Your sign-in address stays the same."
      names={["ownerAddress"]}
      save="Save email address"
      saved={ownerAddress.value ?? "the address of the first owner"}
    >
      {ownerAddress.setBy === "environment" ? (
        <GivenField
          label="Owner's email address"
          value={ownerAddress.value ?? ""}
          variable={ownerAddress.variable}
        />
      ) : (
        <TextInput
          name="ownerAddress"
          label="Owner's email address"
          description="Leave it empty to use the address of the first owner of this site"
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
