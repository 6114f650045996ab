import { countryNamed, countryNames } from "#platform/texts/countries.ts";
import { type CustomerDetails, customerDetailLengths } from "#platform/texts/customer-details.ts";
import { addressParts } from "#platform/texts/postal-address.ts";
import { useSheet } from "../styles/style-sheets.ts";
import { type ActionResult, fieldState } from "./action-result.ts";
import customerFieldsSheet from "./customer-fields.css?sheet";
import { SelectField } from "./select-field.tsx";
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
  /** True where the tax or an invoice depends on the country, which is chosen from a list then. */
  choosesCountry?: boolean;
}

export function CustomerFields({
  form,
  details,
  accountId,
  required = false,
  choosesCountry = false,
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
      {choosesCountry ? (
        <CountryField form={form} country={details.customerCountry} />
      ) : (
        <TextField
          {...field("customerCountry")}
          label="Country"
          autoComplete="country-name"
          list={countryNames()}
          required={required}
        />
      )}
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

interface CountryFieldProps {
  readonly form: ActionResult | undefined;
  /** As the customer wrote it. */
  readonly country: string;
  readonly name?: string;
}

/** A choice of the country; a text that names none stays, so that the customer sees it. */
export function CountryField({ form, country, name = "customerCountry" }: CountryFieldProps) {
  const { defaultValue, ...state } = fieldState(form, name, country);
  const chosen = countryNamed(defaultValue) ?? defaultValue;
  const names = countryNames();
  const options = [
    { value: "", label: "Choose your country" },
    ...(chosen === "" || names.includes(chosen) ? [] : [{ value: chosen, label: chosen }]),
    ...names.map((name) => ({ value: name, label: name })),
  ];
  return (
    <SelectField
      {...state}
      label="Country"
      options={options}
      defaultValue={chosen}
      autoComplete="country-name"
      required
    />
  );
}
