import { TextInput } from "@mantine/core";
import { GivenField, type PartProps, SettingsForm } from "./settings-form.tsx";

export function PasswordForm(props: PartProps) {
  const { orderPasswordDays } = props.settings;
  const days = String(orderPasswordDays.value ?? "");
  return (
    <SettingsForm
      {...props}
      title="Passwords of customers"
      intro="Customers give you passwords on the pages of their orders. The passwords of an order are deleted this many days after the customer accepts the delivery, and at once when the order is cancelled or refunded in full."
      names={["orderPasswordDays"]}
      save="Save number of days"
      saved={`kept for ${days} ${days === "1" ? "day" : "days"}`}
    >
      {orderPasswordDays.setBy === "environment" ? (
        <GivenField
          label="Days after acceptance"
          value={days}
          variable={orderPasswordDays.variable}
        />
      ) : (
        <TextInput
          name="orderPasswordDays"
          label="Days after acceptance"
          description="From 1 to 365"
          inputMode="numeric"
          defaultValue={days}
          error={props.result?.errors.orderPasswordDays}
          autoComplete="off"
        />
      )}
    </SettingsForm>
  );
}
