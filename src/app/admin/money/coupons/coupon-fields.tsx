import {
  Alert,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  SimpleGrid,
  Stack,
  TextInput,
} from "@mantine/core";
import { useState } from "react";
import { Form, useNavigation } from "react-router";
import { cycleChoices } from "#app/admin/frame/forms/cycle-choices.ts";
import { useRefusedForm } from "#app/admin/frame/forms/use-refused-form.ts";
import { type ActionResult, fieldState } from "#app/ui/forms/action-result.ts";
import type { CouponFormValues } from "./coupon-values.ts";

export interface PlanChoice {
  readonly id: string;
  readonly name: string;
}

interface CouponFieldsProps {
  values: CouponFormValues;
  plans: readonly PlanChoice[];
  form: ActionResult | undefined;
  /** True once an order has the coupon, whose code then stays. */
  isUsed: boolean;
  intent: "create" | "change";
  /** Name of the site's time zone. */
  timeZone: string;
}

/** The form of a new coupon and of one that exists. */
export function CouponFields(props: CouponFieldsProps) {
  const { values, plans, form, isUsed, intent, timeZone } = props;
  const [kind, setKind] = useState(form?.values.kind ?? values.kind);
  const typed = form?.values.plans ?? values.plans;
  const [chosen, setChosen] = useState<readonly string[]>(() => typed.split(" ").filter(Boolean));
  const ref = useRefusedForm(form);
  const isSending = useNavigation().formMethod === "POST";
  return (
    <Form method="post" preventScrollReset={intent === "change"} noValidate ref={ref}>
      <Stack gap="md">
        {form?.notice && <Alert color="red">{form.notice}</Alert>}
        <TextInput
          {...fieldState(form, "code", values.code)}
          label="Code"
          description={
            isUsed
              ? "Orders have this code, so it stays."
              : "4 to 24 letters and digits. Customers can type it in any case, and O for 0 or I for 1."
          }
          readOnly={isUsed}
          maxLength={24}
          autoComplete="off"
          spellCheck={false}
        />
        <Group align="start" gap="sm">
          <NativeSelect
            name="kind"
            label="Takes off"
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value)}
            data={[
              { value: "percent", label: "Percent" },
              { value: "amount", label: "US dollars" },
            ]}
          />
          <TextInput
            {...fieldState(form, "value", values.value)}
            label={kind === "percent" ? "Percent" : "Amount in USD"}
            placeholder={kind === "percent" ? "20" : "50.00"}
            inputMode="decimal"
            autoComplete="off"
          />
        </Group>
        {plans.length > 0 && (
          <Checkbox.Group
            label="Plans"
            description="None ticked: for every plan."
            value={[...chosen]}
            onChange={setChosen}
            error={form?.errors.plans}
          >
            <Stack gap="xs" mt="xs">
              {plans.map(({ id, name }) => (
                <Checkbox key={id} value={id} label={name} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <input type="hidden" name="plans" value={chosen.join(" ")} />
        <NativeSelect
          {...fieldState(form, "cycles", values.cycles)}
          label="Plans that are charged again and again"
          description="Stripe and PayPal charge the lower price that often by themselves, and then the full price. Payments Standard cannot, and no provider charges $0.00: customers then pay each later period by a link in an email, as with bank transfers."
          data={cycleChoices}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput
            {...fieldState(form, "fromDay", values.fromDay)}
            type="date"
            label="From"
            description={`Days begin in the time zone of the site, ${timeZone}.`}
          />
          <TextInput
            {...fieldState(form, "untilDay", values.untilDay)}
            type="date"
            label="Last day"
            description="Empty: until you end it."
          />
          <TextInput
            {...fieldState(form, "mostInAll", values.mostInAll)}
            label="Uses in all"
            description="Empty: no limit."
            inputMode="numeric"
            autoComplete="off"
          />
          <TextInput
            {...fieldState(form, "mostPerCustomer", values.mostPerCustomer)}
            label="Uses per customer"
            description="The people of a company count together."
            inputMode="numeric"
            autoComplete="off"
          />
        </SimpleGrid>
        <Checkbox
          name="isFirstOrderOnly"
          value="yes"
          label="Only for a customer who has never paid for an order"
          defaultChecked={(form?.values.isFirstOrderOnly ?? values.isFirstOrderOnly) === "yes"}
        />
        <TextInput
          {...fieldState(form, "note", values.note)}
          label="Note"
          description="Only the team sees it."
          maxLength={200}
          autoComplete="off"
        />
        <Group>
          <Button type="submit" name="intent" value={intent} loading={isSending}>
            {intent === "create" ? "Create coupon" : "Save changes"}
          </Button>
        </Group>
      </Stack>
    </Form>
  );
}
