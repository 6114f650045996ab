/** The parts of an address that browsers fill in. Furrow stores them as one text. */
export interface PostalAddress {
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
}

/** Postcodes of most countries, such as "1234", "01234-567", "1234 AB", "SW1A 1AA" and "K1A 0B1". */
const postcode =
  /\d{4} ?[A-Z]{2}|(?:[A-Z]{1,2}-)?\d{4,6}(?:-\d{3,4})?|\d{3} \d{2}|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d/;
const withPostcode = new RegExp(`^(.*), (${postcode.source}) ([^,]+)$`, "s");

/** Countries whose post wants the postcode behind the city, by ISO 3166-1. */
const cityFirst = new Set(
  "AU BD BH BM BN BR CA EG FK GB GG GI HK ID IE IM IN IO JE JO JP KH KR LB LV MM MT MV NG NP NZ PG PK PR SA SG SH TC TH TW UA UM US VG VI VN ZA".split(
    " ",
  ),
);

/** The line of an address that names the town, such as "10115 Berlin" and "Leeds LS1 5HN". */
export function townLine({
  postcode,
  city,
  country,
}: Omit<PostalAddress, "street"> & { readonly country: string }): string {
  const parts = [postcode.trim(), city.trim()].filter(Boolean);
  return (cityFirst.has(country) ? parts.toReversed() : parts).join(" ");
}

/** The address in one text, such as "1 Mill Lane, 12345 Fairfield". */
export function wholeAddress({ street, postcode, city }: PostalAddress): string {
  const place = [postcode.trim(), city.trim()].filter(Boolean).join(" ");
  return [street.trim(), place].filter(Boolean).join(", ");
}

/** The parts of `wholeAddress`. A text without a known postcode stays a street. */
export function addressParts(address: string): PostalAddress {
  const [, street = address, postcode = "", city = ""] = withPostcode.exec(address) ?? [];
  return { street, postcode, city };
}

/** Values of a form, with its fields for the parts of the address joined. */
export function withWholeAddress<Values extends Readonly<Record<string, string>>>(
  values: Values,
): Omit<Values, "customerPostcode" | "customerCity"> {
  const { customerAddress, customerPostcode = "", customerCity = "", ...others } = values;
  if (customerAddress === undefined) return others as Values;
  const parts = { street: customerAddress, postcode: customerPostcode, city: customerCity };
  // An address without a street is reported as missing, so it stays empty.
  const whole = customerAddress.trim() === "" ? customerAddress : wholeAddress(parts);
  return { ...others, customerAddress: whole } as unknown as Values;
}
