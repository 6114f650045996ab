import { countryNames } from "#platform/texts/countries.ts";
import { type CustomerDetails, customerDetailLengths } from "#platform/texts/customer-details.ts";
import { type ActionResult, fieldState } from "./action-result.ts";
import { TextField } from "./text-field.tsx";

interface CustomerFieldsProps {
  form: ActionResult | undefined;
  details: CustomerDetails;
  /**
   * Id of the account that opens the form, to detect a sign-in with another account in another tab.
   */
  accountId: string;
  /** True in the order form; a profile may be incomplete. */
  required?: boolean;
}

export function CustomerFields({
  form,
  details,
  accountId,
  required = false,
}: CustomerFieldsProps) {
  const field = (name: keyof CustomerDetails) => ({
    ...fieldState(form, name, details[name]),
    maxLength: customerDetailLengths[name],
  });
  return (
    <>
      <input type="hidden" name="accountId" value={form?.values.accountId || accountId} />
      <TextField
        {...field("customerName")}
        label="Full name"
        autoComplete="name"
        required={required}
      />
      <TextField
        {...field("customerAddress")}
        label="Address"
        autoComplete="street-address"
        required={required}
      />
      <TextField
        {...field("customerCountry")}
        label="Country"
        autoComplete="country-name"
        list={countryNames()}
        required={required}
      />
      <TextField
        {...field("customerWebsite")}
        label={required ? "Website (optional)" : "Website"}
        type="url"
        inputMode="url"
        autoComplete="url"
        hint={
          required
            ? "The website we will work on. You can also tell us later."
            : "The website we will work on."
        }
      />
    </>
  );
}
