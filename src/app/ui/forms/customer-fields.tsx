import { countryNames } from "#platform/texts/countries.ts";
import { type CustomerDetails, customerDetailLengths } from "#platform/texts/customer-details.ts";
import { addressParts } from "#platform/texts/postal-address.ts";
import { useSheet } from "../styles/style-sheets.ts";
import { type ActionResult, fieldState } from "./action-result.ts";
import customerFieldsSheet from "./customer-fields.css?sheet";
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
  useSheet(customerFieldsSheet);
  const field = (name: keyof CustomerDetails) => ({
    ...fieldState(form, name, details[name]),
    maxLength: customerDetailLengths[name],
  });
  const { street, postcode, city } = addressParts(details.customerAddress);
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
        {...fieldState(form, "customerAddress", street)}
        label="Address"
        autoComplete="street-address"
        required={required}
      />
      <div className="customer-fields__place">
        <TextField
          {...fieldState(form, "customerPostcode", postcode)}
          label="Postcode"
          autoComplete="postal-code"
          maxLength={20}
        />
        <TextField
          {...fieldState(form, "customerCity", city)}
          label="City"
          autoComplete="address-level2"
          maxLength={100}
        />
      </div>
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
