const codes =
  "AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FO FR GA GB GD GE GG GH GI GL GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PR PS PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WS XK YE ZA ZM ZW";

interface Country {
  readonly code: string;
  readonly name: string;
}

let named: readonly Country[] | undefined;

/** Named at the first use, because the locale data of the runtime takes 7 MB of memory. */
function countries(): readonly Country[] {
  if (named === undefined) {
    const regions = new Intl.DisplayNames("en", { type: "region" });
    named = codes.split(" ").map((code) => ({ code, name: regions.of(code) ?? code }));
  }
  return named;
}

/** English names of all countries, in alphabetical order. */
export function countryNames(): readonly string[] {
  return countries()
    .map(({ name }) => name)
    .toSorted((one, other) => one.localeCompare(other, "en"));
}

/** Common words for countries, by their ISO code. */
const alsoCalled: Readonly<Record<string, string>> = {
  england: "GB",
  uk: "GB",
  "great britain": "GB",
  usa: "US",
  "united states of america": "US",
  "czech republic": "CZ",
  holland: "NL",
};

/**
 * English name of the country that a text names, by its name in any case or its ISO code. Undefined
 * for any other text.
 */
export function countryNamed(text: string): string | undefined {
  const typed = text.trim().toLowerCase();
  const code = alsoCalled[typed] ?? typed.toUpperCase();
  return countries().find(
    (country) => country.code === code || country.name.toLowerCase() === typed,
  )?.name;
}
