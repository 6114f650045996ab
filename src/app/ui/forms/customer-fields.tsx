import {
  type CustomerDetails,
  customerDetailLengths,
} from "../../../platform/texts/customer-details.ts";
import { countryNames } from "./country-names.ts";
import { type FormState, fieldState } from "./form-state.ts";
import { TextField } from "./text-field.tsx";

interface CustomerFieldsProps {
  form: FormState | undefined;
  /** What is known already. */
  details: CustomerDetails;
  /** Whose form it is: nobody else sends it, who has signed in in another tab since. */
  accountId: string;
  /** An order needs them; an account may remember them in part. */
  required?: boolean;
}

/** Who is ordering: in an order, and in the profile that the next one begins with. */
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
        list={countryNames}
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
            ? "The site that we shall work on. You can also tell us later."
            : "The site that we shall work on."
        }
      />
    </>
  );
}
