import { countryNameOf } from "./countries.ts";

/** Maximum number of characters of a VAT number, as it is typed. */
export const vatNumberLength = 30;

interface VatNumberForm {
  /** What numbers of the country begin with; "" if they begin with digits. */
  readonly prefix: string;
  readonly example: string;
  /** Validates the form and the check digits of a number without the prefix. */
  readonly load: () => Promise<ValidatorModule>;
}

interface Validator {
  readonly validate: (number: string) => { readonly isValid: boolean };
}

/** Node.js names the exports of these CommonJS modules, and the bundler wraps them. */
type ValidatorModule = Validator | { readonly default: Validator };

/** Countries whose VAT numbers have a known form; each validator is loaded at its first number. */
const forms: Readonly<Record<string, VatNumberForm>> = {
  AT: { prefix: "AT", example: "ATU13585627", load: () => import("stdnum/lib/cjs/at/uid.js") },
  BE: { prefix: "BE", example: "BE0428759497", load: () => import("stdnum/lib/cjs/be/vat.js") },
  BG: { prefix: "BG", example: "BG175074752", load: () => import("stdnum/lib/cjs/bg/vat.js") },
  CH: { prefix: "", example: "CHE107787577MWST", load: () => import("stdnum/lib/cjs/ch/vat.js") },
  CY: { prefix: "CY", example: "CY10259033P", load: () => import("stdnum/lib/cjs/cy/vat.js") },
  CZ: { prefix: "CZ", example: "CZ25123891", load: () => import("stdnum/lib/cjs/cz/dic.js") },
  DE: { prefix: "DE", example: "DE136695976", load: () => import("stdnum/lib/cjs/de/vat.js") },
  DK: { prefix: "DK", example: "DK13585628", load: () => import("stdnum/lib/cjs/dk/cvr.js") },
  EE: { prefix: "EE", example: "EE100931558", load: () => import("stdnum/lib/cjs/ee/kmkr.js") },
  ES: { prefix: "ES", example: "ESJ99216582", load: () => import("stdnum/lib/cjs/es/nif.js") },
  FI: { prefix: "FI", example: "FI20774740", load: () => import("stdnum/lib/cjs/fi/alv.js") },
  FR: { prefix: "FR", example: "FR40303265045", load: () => import("stdnum/lib/cjs/fr/tva.js") },
  GB: { prefix: "GB", example: "GB980780684", load: () => import("stdnum/lib/cjs/gb/vat.js") },
  GR: { prefix: "EL", example: "EL094259216", load: () => import("stdnum/lib/cjs/gr/vat.js") },
  HR: { prefix: "HR", example: "HR33392005961", load: () => import("stdnum/lib/cjs/hr/oib.js") },
  HU: { prefix: "HU", example: "HU12892312", load: () => import("stdnum/lib/cjs/hu/anum.js") },
  IE: { prefix: "IE", example: "IE6433435F", load: () => import("stdnum/lib/cjs/ie/vat.js") },
  IS: { prefix: "IS", example: "IS12345", load: () => import("stdnum/lib/cjs/is/vsk.js") },
  IT: { prefix: "IT", example: "IT00743110157", load: () => import("stdnum/lib/cjs/it/iva.js") },
  LI: { prefix: "LI", example: "LI12345", load: () => import("stdnum/lib/cjs/li/peid.js") },
  LT: { prefix: "LT", example: "LT119511515", load: () => import("stdnum/lib/cjs/lt/pvm.js") },
  LU: { prefix: "LU", example: "LU15027442", load: () => import("stdnum/lib/cjs/lu/tva.js") },
  LV: { prefix: "LV", example: "LV40003521600", load: () => import("stdnum/lib/cjs/lv/pvn.js") },
  MT: { prefix: "MT", example: "MT11679112", load: () => import("stdnum/lib/cjs/mt/vat.js") },
  NL: { prefix: "NL", example: "NL004495445B01", load: () => import("stdnum/lib/cjs/nl/btw.js") },
  NO: { prefix: "", example: "NO995525828MVA", load: () => import("stdnum/lib/cjs/no/mva.js") },
  PL: { prefix: "PL", example: "PL8567346215", load: () => import("stdnum/lib/cjs/pl/nip.js") },
  PT: { prefix: "PT", example: "PT501964843", load: () => import("stdnum/lib/cjs/pt/nif.js") },
  RO: { prefix: "RO", example: "RO18547290", load: () => import("stdnum/lib/cjs/ro/cif.js") },
  SE: { prefix: "SE", example: "SE123456789701", load: () => import("stdnum/lib/cjs/se/vat.js") },
  SI: { prefix: "SI", example: "SI50223054", load: () => import("stdnum/lib/cjs/si/ddv.js") },
  SK: { prefix: "SK", example: "SK2022749619", load: () => import("stdnum/lib/cjs/sk/dph.js") },
};

/** Places that use the VAT numbers of another country. */
const partOf: Readonly<Record<string, string>> = { IM: "GB", MC: "FR" };

/** Code of the country whose VAT a country has: its own, or that of a neighbour. */
export function vatAreaOf(country: string): string {
  return country === "LI" ? "CH" : (partOf[country] ?? country);
}

/** Other prefixes that a country's numbers have, or that people write. */
const otherPrefixes: Readonly<Record<string, readonly string[]>> = { GB: ["XI"], GR: ["GR"] };

/** Whether the form of a country's VAT numbers is known. */
export function hasKnownVatForm(country: string): boolean {
  return formOf(country) !== undefined;
}

function formOf(country: string): VatNumberForm | undefined {
  return forms[partOf[country] ?? country];
}

/** Code of the country that a VAT number begins with, as people type it; "" for one without. */
export function countryOfVatNumber(text: string): string {
  const typed = withoutMarks(text);
  const found = Object.entries(forms).find(([code, { prefix, example }]) =>
    [prefix || example.slice(0, 2), ...(otherPrefixes[code] ?? [])].some(
      (each) => typed.startsWith(each) && typed.length > each.length,
    ),
  );
  return found?.[0] ?? "";
}

function withoutMarks(text: string): string {
  return text.toUpperCase().replace(/[\s./_–-]/gu, "");
}

export type ReadVatNumber =
  /** Without blanks, with the prefix of its country; "" for an empty text. */
  | { readonly number: string; readonly fault: null }
  /** A sentence for the person who typed it. */
  | { readonly number: null; readonly fault: string };

/**
 * Reads a VAT number of a country as people type it. Only the form and the check digits are
 * checked: no authority is asked whether the number is registered.
 */
export async function readVatNumber(text: string, country: string): Promise<ReadVatNumber> {
  const typed = withoutMarks(text);
  if (typed === "") return { number: "", fault: null };
  const form = formOf(country);
  if (form === undefined) {
    if (/^(?=.*\d)[A-Z\d]{4,20}$/.test(typed)) return { number: typed, fault: null };
    return fault("A VAT number has 4 to 20 letters and digits. Compare it with your register.");
  }
  const code = partOf[country] ?? country;
  const name = countryNameOf(country).replace(/^(?=United|Netherlands|Isle)/, "the ");
  const prefix = [form.prefix, ...(otherPrefixes[code] ?? [])].find(
    (each) => each !== "" && typed.startsWith(each),
  );
  const number = completed(code, typed.slice(prefix?.length ?? 0));
  if (await isValid(form, number)) {
    const kept = prefix === "XI" ? prefix : form.prefix;
    return { number: kept + number, fault: null };
  }
  const other = Object.entries(forms).find(
    ([each, { prefix: its }]) => each !== code && its !== "" && typed.startsWith(its),
  );
  if (prefix === undefined && other !== undefined && /^..\d/.test(typed)) {
    const [otherCode, { prefix: its }] = other;
    return fault(
      `This number begins with ${its} for ${countryNameOf(otherCode)}, and the country is ${name}. Correct the number or the country.`,
    );
  }
  return fault(
    `This cannot be a VAT number of ${name}: those look like ${form.example}. Compare it with your register.`,
  );
}

function fault(sentence: string): ReadVatNumber {
  return { number: null, fault: sentence };
}

/** A Swiss or Norwegian number with the letters that belong to it, which many leave out. */
function completed(code: string, number: string): string {
  if (code === "CH" && /^CHE\d{9}$/.test(number)) return `${number}MWST`;
  if (code === "NO") return `NO${number.replace(/^NO/, "").replace(/MVA$/, "")}MVA`;
  return number;
}

async function isValid({ load }: VatNumberForm, number: string): Promise<boolean> {
  const module = await load();
  return ("validate" in module ? module : module.default).validate(number).isValid;
}
