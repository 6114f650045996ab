import { type ActionResult, fieldState } from "#app/ui/forms/action-result.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { type BillingDetails, billingLengths } from "#tax/billing-details.ts";
import sumScript from "../extras/update-sum.ts?script";
import billingSheet from "./billing-fields.css?sheet";
import type { OfferedBilling } from "./offered-billing.server.ts";

interface CompanyFieldsProps {
  readonly details: BillingDetails;
  readonly form: ActionResult | undefined;
  /** Before the names of the fields. */
  readonly prefix: string;
}

/** The company that an invoice is addressed to. */
export function CompanyFields({ details, form, prefix }: CompanyFieldsProps) {
  useSheet(billingSheet);
  const field = (name: Exclude<keyof BillingDetails, "country">) => ({
    ...fieldState(form, `${prefix}${name}`, details[name]),
    maxLength: billingLengths[name],
  });
  return (
    <>
      <TextField {...field("company")} label="Company" autoComplete="organization" />
      <TextField
        {...field("vatNumber")}
        label="VAT number (optional)"
        autoComplete="off"
        hint="Such as DE136695976. Its form is checked here, not the authority’s register."
      />
      <TextField
        {...field("street")}
        label="Street of the company"
        autoComplete="billing street-address"
      />
      <div className="billing-fields__place">
        <TextField {...field("postcode")} label="Postcode" autoComplete="billing postal-code" />
        <TextField {...field("city")} label="City" autoComplete="billing address-level2" />
      </div>
      <TextField
        {...field("purchaseOrder")}
        label="Your purchase-order number (optional)"
        autoComplete="off"
      />
      <TextField
        {...field("email")}
        label="Email for invoices (optional)"
        type="email"
        inputMode="email"
        autoComplete="off"
        hint="Invoices go to you as well."
      />
    </>
  );
}

interface BillingFieldsProps {
  readonly billing: OfferedBilling | null;
  readonly form: ActionResult | undefined;
}

/** The company of the order form, in a fold, and the tax; nothing on a site without invoices. */
export function BillingFields({ billing, form }: BillingFieldsProps) {
  useSheet(billingSheet);
  if (billing === null) return null;
  const { details, words, isRefused } = billing;
  const isTyped = Object.entries(form?.values ?? {}).some(
    ([name, value]) => name.startsWith("billing.") && value !== "",
  );
  const isWrong = Object.keys(form?.errors ?? {}).some((name) => name.startsWith("billing."));
  return (
    <fieldset className="billing-fields">
      <legend className="unseen">Invoice</legend>
      <details open={details.company !== "" || isTyped || isWrong}>
        <summary>I buy for a company</summary>
        <div className="billing-fields__company">
          <CompanyFields details={details} form={form} prefix="billing." />
        </div>
      </details>
      <p id="order-tax" role="status">
        {words !== "" && (
          <span className={isRefused ? "text-field__error" : "text-field__hint"}>{words}</span>
        )}
      </p>
      <div className="billing-fields__update">
        <Button variant="secondary" name="update" value="sum">
          Update the tax
        </Button>
      </div>
      <script src={sumScript} defer />
    </fieldset>
  );
}
