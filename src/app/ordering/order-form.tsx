import type { ReactNode } from "react";
import type { PricingPackage } from "../../content/blocks/pricing-packages.ts";
import type { KnownDetails } from "../account/saved-details.server.ts";
import { PointList } from "../landing/sections/home/about-section.tsx";
import { Receipt } from "../ui/customer/receipt.tsx";
import { Button } from "../ui/forms/button.tsx";
import { passwordHint } from "../ui/forms/credential-fields.tsx";
import { CustomerFields } from "../ui/forms/customer-fields.tsx";
import { type FormState, fieldState } from "../ui/forms/form-state.ts";
import { TextField, TickField } from "../ui/forms/text-field.tsx";
import { planPoints, planPrice } from "../ui/plan.ts";
import choiceScript from "./account-choice.js?url";
import type { AccountChoice } from "./buyer.server.ts";

interface OrderFormProps {
  plan: PricingPackage;
  /** The owner's description of the price. */
  terms: string | undefined;
  /** Email of the signed-in account; undefined for visitors. */
  email: string | undefined;
  /** Fields of a visitor's account. */
  account: ReactNode;
  form: FormState | undefined;
  /** Idempotency key of the form. */
  freshKey: string;
  /** Details from the profile or the last order. */
  known: KnownDetails;
  /** Legal note about what the customer accepts. */
  bound: ReactNode;
  providerName: string;
}

/** Label of the button that sends the form. */
export const orderButton = (plan: PricingPackage) => `Order and pay ${planPrice(plan)}`;

export function OrderForm(props: OrderFormProps) {
  const { plan, terms, email, account, form, freshKey, known, bound, providerName } = props;
  return (
    <div className="order-form">
      <Receipt title="What you are buying" plan={plan.packageName} total={`${planPrice(plan)} USD`}>
        {terms && <p className="receipt__terms">{terms}</p>}
      </Receipt>
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
          {email !== undefined && (
            <TextField
              name="customerEmail"
              label="Email"
              type="email"
              defaultValue={email}
              hint="The order belongs to this account."
              disabled
            />
          )}
        </fieldset>
        {account}
        <fieldset>
          <legend>Your details</legend>
          {whereFrom[known.from] && <p className="text-field__hint">{whereFrom[known.from]}</p>}
          <CustomerFields form={form} {...known} required />
          {known.from !== "profile" && (
            <TickField
              name="keepDetails"
              label="Keep these details in my account for the next order"
              form={form}
            />
          )}
        </fieldset>
        <div className="order-form__send">
          {bound}
          <Button>{orderButton(plan)}</Button>
          <p>You pay at {providerName}, in the next step. Nothing is charged before.</p>
        </div>
      </form>
      <div className="order-form__points">
        <h2>What is included</h2>
        <PointList points={planPoints(plan)} />
      </div>
    </div>
  );
}

const whereFrom = {
  profile: "From your account. Changes here apply to this order only.",
  "last order": "From your last order.",
  nowhere: null,
} as const;

interface AccountFieldsProps {
  form: FormState | undefined;
  /** The choice before the visitor makes one. */
  usual: AccountChoice;
  passwordMinLength: number;
}

/** Fields for the email and password of a visitor who orders, for a new or an existing account. */
export function AccountFields({ form, usual, passwordMinLength }: AccountFieldsProps) {
  const chosen = form?.values.account === undefined ? usual : form.values.account;
  return (
    <fieldset className="account-fields">
      <legend>Your account</legend>
      <div className="account-fields__choice">
        {choices.map(({ value, label }) => (
          <label key={value} className="account-fields__option">
            <input type="radio" name="account" value={value} defaultChecked={value === chosen} />
            {label}
          </label>
        ))}
      </div>
      <TextField
        {...fieldState(form, "email")}
        label="Email"
        type="email"
        autoComplete="email"
        required
      />
      <div>
        <TextField
          {...fieldState(form, "password")}
          label="Password"
          type="password"
          autoComplete={chosen === "new" ? "new-password" : "current-password"}
          required
        />
        <p className="text-field__hint account-fields__of-new">{passwordHint(passwordMinLength)}</p>
        <p className="text-field__hint account-fields__of-existing">
          <a href="/reset" target="_blank" rel="noopener">
            Forgot password?
          </a>{" "}
          It opens in another tab.
        </p>
      </div>
      <script src={choiceScript} defer />
    </fieldset>
  );
}

const choices: readonly { value: AccountChoice; label: string }[] = [
  { value: "new", label: "I am new here" },
  { value: "existing", label: "I have an account" },
];
