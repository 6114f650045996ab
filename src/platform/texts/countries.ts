import { betweenWords, foldedText } from "./folded-text.ts";
import { ownCountryNames } from "./own-country-names.ts";

const codes =
  "AD AE AF AG AI AL AM AO AR AT AU AW AZ BA BB BD BE BF BG BH BI BJ BM BN BO BR BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FM FO FR GA GB GD GE GG GH GI GL GM GN GQ GR GT GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MG MH MK ML MM MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NR NZ OM PA PE PG PH PK PL PR PS PT PW PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SM SN SO SR SS ST SV SY SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VN VU WS XK YE ZA ZM ZW";

export interface Country {
  /** ISO 3166-1 alpha-2. */
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
  return countriesByName().map(({ name }) => name);
}

/** Other names and short forms, folded, by the ISO code. Sentences call no country by them. */
const alsoCalled: Readonly<Record<string, string>> = {
  EL: "GR",
  UK: "GB",
  XI: "GB",
  america: "US",
  bosnia: "BA",
  brd: "DE",
  britain: "GB",
  burma: "MM",
  "cape verde": "CV",
  "czech republic": "CZ",
  eire: "IE",
  emirates: "AE",
  england: "GB",
  "great britain": "GB",
  holland: "NL",
  "hong kong": "HK",
  "ivory coast": "CI",
  korea: "KR",
  macau: "MO",
  macedonia: "MK",
  "northern ireland": "GB",
  palestine: "PS",
  prc: "CN",
  "russian federation": "RU",
  scotland: "GB",
  swaziland: "SZ",
  turkey: "TR",
  uae: "AE",
  usa: "US",
  "united states of america": "US",
  vatican: "VA",
  wales: "GB",
};

/** "U.K." as "uk", and "Trinidad & Tobago" as "trinidad tobago". */
function foldedName(text: string): string {
  return foldedText(text)
    .replace(/(?<=\p{L})\.(?=\p{L})|['’]/gu, "")
    .split(betweenWords)
    .filter((word) => word !== "" && word !== "and" && word !== "the")
    .join(" ")
    .replace(/^(?:(?:federal )?republic of|kingdom of|state of) /, "");
}

let codesByName: ReadonlyMap<string, string> | undefined;

function namesOfCountries(): ReadonlyMap<string, string> {
  if (codesByName !== undefined) return codesByName;
  const shorter = new Intl.DisplayNames("en", { type: "region", style: "short" });
  codesByName = new Map([
    ...Object.entries(ownCountryNames).flatMap(([code, names]) =>
      names.map((name) => [foldedName(name), code] as const),
    ),
    ...countries().flatMap(({ code, name }) => [
      [foldedName(shorter.of(code) ?? name), code] as const,
      [foldedName(name), code] as const,
    ]),
    ...Object.entries(alsoCalled).map(([name, code]) => [foldedName(name), code] as const),
    ...countries().map(({ code }) => [foldedName(code), code] as const),
  ]);
  return codesByName;
}

/**
 * ISO 3166-1 code of the country that a text names: by its code, its English name, a name in its own
 * language or a common short form, in any case, also after a comma or before parentheses. "" for
 * any other text.
 */
export function countryCodeIn(text: string): string {
  const names = namesOfCountries();
  const written = [text, text.replace(/\([^()]*\)/g, ""), text.split(/[,\n]/).at(-1) ?? ""];
  const found = written.map((part) => names.get(foldedName(part)));
  return found.find((code) => code !== undefined) ?? "";
}

/** Folded names by which `countryCodeIn` knows the country besides its English name, its code first. */
export function otherNamesOf(code: string): readonly string[] {
  const known = namesOfCountries();
  const short = foldedName(code);
  const names = [...known.keys()].filter((name) => known.get(name) === code && name !== short);
  return known.get(short) === code ? [short, ...names] : [];
}

/** English name of the country with this ISO code; "" for another text. */
export function countryNameOf(code: string): string {
  return countries().find((country) => country.code === code)?.name ?? "";
}

/** All countries by their English names, in alphabetical order. */
export function countriesByName(): readonly Country[] {
  return countries().toSorted((one, other) => one.name.localeCompare(other.name, "en"));
}

/** English name of the country that a text names. Undefined for any other text. */
export function countryNamed(text: string): string | undefined {
  return countryNameOf(countryCodeIn(text)) || undefined;
}
