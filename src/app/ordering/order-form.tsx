import type { ReactNode } from "react";
import type { PricingPackage } from "../../content/blocks/pricing-packages.ts";
import { PointList } from "../landing/sections/point-list.tsx";
import { Button } from "../ui/button.tsx";
import { countryNames } from "../ui/country-names.ts";
import { type FormState, fieldState } from "../ui/form-state.ts";
import { planPoints, planPrice } from "../ui/plan.ts";
import { Receipt } from "../ui/receipt.tsx";
import { TextField } from "../ui/text-field.tsx";

interface OrderFormProps {
  plan: PricingPackage;
  email: string;
  form: FormState | undefined;
  /** Names this form, so that sending it twice makes one order. */
  freshKey: string;
  /** What is accepted by placing the order. */
  bound: ReactNode;
}

export function OrderForm({ plan, email, form, freshKey, bound }: OrderFormProps) {
  return (
    <div className="order-form">
      <Receipt
        title="What you are buying"
        plan={plan.packageName}
        total={`${planPrice(plan)} USD`}
      />
      <form method="post" action={`/order-now/${plan._id}`} noValidate>
        <input
          type="hidden"
          name="idempotencyKey"
          value={form?.values.idempotencyKey || freshKey}
        />
        <fieldset className="order-form__known">
          <legend>Your plan</legend>
          <TextField name="packageName" label="Plan" defaultValue={plan.packageName} readOnly />
          <TextField
            name="packagePrice"
            label="Price in US dollars"
            defaultValue={plan.packagePrice}
            error={form?.errors.packagePrice}
            readOnly
          />
          <TextField
            name="customerEmail"
            label="Email"
            type="email"
            defaultValue={email}
            hint="The order belongs to this account."
            disabled
          />
        </fieldset>
        <fieldset>
          <legend>Your details</legend>
          <CustomerFields form={form} />
        </fieldset>
        <div className="order-form__send">
          {bound}
          <Button>Place Order Now</Button>
          <p>Nothing is charged yet. Paying is the next step.</p>
        </div>
      </form>
      <div className="order-form__points">
        <h2>What grows from it</h2>
        <PointList points={planPoints(plan)} />
      </div>
    </div>
  );
}

function CustomerFields({ form }: { form: FormState | undefined }) {
  return (
    <>
      <TextField
        {...fieldState(form, "customerName")}
        label="Full name"
        autoComplete="name"
        maxLength={200}
        required
      />
      <TextField
        {...fieldState(form, "customerAddress")}
        label="Address"
        autoComplete="street-address"
        maxLength={500}
        required
      />
      <TextField
        {...fieldState(form, "customerCountry")}
        label="Country"
        autoComplete="country-name"
        list={countryNames}
        maxLength={100}
        required
      />
      <TextField
        {...fieldState(form, "customerWebsite")}
        label="Website (optional)"
        type="url"
        inputMode="url"
        autoComplete="url"
        hint="The site that we shall work on. You can also tell us later."
      />
    </>
  );
}
