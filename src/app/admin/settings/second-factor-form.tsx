import { Anchor, Checkbox, Text } from "@mantine/core";
import { type PartProps, SettingsForm } from "./settings-form.tsx";

export function SecondFactorForm(props: PartProps) {
  const { staffSecondFactor } = props.settings;
  return (
    <SettingsForm
      {...props}
      title="Second factor for the team"
      intro="If required, everybody on the team logs in with their password and a code from an app, and has seven days to switch the codes on. After that, a person without codes can open only their Security page."
      names={["staffSecondFactor"]}
      save="Save second factor"
      saved={staffSecondFactor.value ? "required" : "not required"}
    >
      <Checkbox
        name="staffSecondFactor"
        value="yes"
        label="Require a second factor for everybody on the team"
        defaultChecked={staffSecondFactor.value ?? false}
      />
      <Text size="sm" c="dimmed">
        Switch on your own codes first, on your{" "}
        <Anchor href="/account/security" size="sm" underline="always">
          Security
        </Anchor>{" "}
        page.
      </Text>
    </SettingsForm>
  );
}
