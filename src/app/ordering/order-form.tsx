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
      <form method="post" action={`/order-now/${plan._id}`} noValidate>
        <input
          type="hidden"
          name="idempotencyKey"
          value={form?.values.idempotencyKey || freshKey}
        />
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
        {bound}
        <Button>Place Order Now</Button>
      </form>
      <div className="order-form__plan">
        <Receipt
          title="What you are buying"
          plan={plan.packageName}
          rows={[{ label: "SEO plan", value: plan.packageName }]}
          total={`${planPrice(plan)} USD`}
        />
        <PointList points={planPoints(plan)} />
      </div>
    </div>
  );
}
