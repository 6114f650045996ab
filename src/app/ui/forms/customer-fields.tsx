import { type CustomerDetails, customerDetailLengths } from "#platform/texts/customer-details.ts";
import { type FormState, fieldState } from "./form-state.ts";
import { TextField } from "./text-field.tsx";

const codes =
  "AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FO FR GA GB GD GE GG GH GI GL GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PR PS PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WS XK YE ZA ZM ZW";

const regions = new Intl.DisplayNames("en", { type: "region" });

/** Suggestions for the country field, which takes any text. */
const countryNames: readonly string[] = codes
  .split(" ")
  .map((code) => regions.of(code) ?? code)
  .toSorted((one, other) => one.localeCompare(other, "en"));

interface CustomerFieldsProps {
  form: FormState | undefined;
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
            ? "The website we will work on. You can also tell us later."
            : "The website we will work on."
        }
      />
    </>
  );
}
