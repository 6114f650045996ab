import { deviceFont, typefaceNames } from "#content/blocks/look.ts";

/**
 * The typefaces from which an owner chooses, all under the SIL Open Font License.
 * `scripts/cut-fonts.ts` cuts their files: a heading cut of one weight, and a text cut from regular
 * to semibold.
 */
export type TypefaceName = (typeof typefaceNames)[number];

export type TextFontName = TypefaceName | typeof deviceFont;

export type FontUse = "heading" | "text";

type Kind = "serif" | "sans";

export interface Typeface {
  readonly name: TypefaceName;
  readonly kind: Kind;
  /** What an owner reads next to the name. */
  readonly character: string;
  /** Weight of the heading cut. */
  readonly headingWeight: number;
  /** Whether there is a text cut, in weights from 400 to 600. */
  readonly isForText: boolean;
}

const faces: Readonly<Record<TypefaceName, Omit<Typeface, "name">>> = {
  Fraunces: {
    kind: "serif",
    character: "warm and soft, like worn type",
    headingWeight: 560,
    isForText: false,
  },
  Newsreader: {
    kind: "serif",
    character: "the headlines of a newspaper",
    headingWeight: 500,
    isForText: true,
  },
  "Source Serif 4": {
    kind: "serif",
    character: "clear and sober, for long texts",
    headingWeight: 600,
    isForText: true,
  },
  Literata: {
    kind: "serif",
    character: "a book's page, friendly and dark",
    headingWeight: 600,
    isForText: true,
  },
  Archivo: {
    kind: "sans",
    character: "wide and calm",
    headingWeight: 600,
    isForText: true,
  },
  Inter: {
    kind: "sans",
    character: "neutral, made for screens",
    headingWeight: 650,
    isForText: true,
  },
  "Hanken Grotesk": {
    kind: "sans",
    character: "round and friendly",
    headingWeight: 650,
    isForText: true,
  },
  "IBM Plex Sans": {
    kind: "sans",
    character: "technical and exact",
    headingWeight: 600,
    isForText: true,
  },
};

export function isTypeface(name: string): name is TypefaceName {
  return Object.hasOwn(faces, name);
}

export function typefaceOf(name: TypefaceName): Typeface {
  return { name, ...faces[name] };
}

export const typefaces: readonly Typeface[] = typefaceNames.map(typefaceOf);

/** The typefaces that an owner may choose for text. */
export const textFontNames: readonly TextFontName[] = [
  deviceFont,
  ...typefaceNames.filter((name) => faces[name].isForText),
];

/**
 * Fonts of devices that a fallback face adapts to the size of a typeface, the best match first.
 * They are named by what `local()` finds.
 */
export const adaptedFonts = {
  serif: ["Georgia", "Noto Serif", "DejaVu Serif", "Times"],
  sans: ["Arial", "Roboto", "Noto Sans", "DejaVu Sans"],
} as const satisfies Readonly<Record<Kind, readonly string[]>>;

const generic = { serif: "Georgia, serif", sans: "Arial, sans-serif" };

/** The name by which style sheets know a cut. */
export function familyOf(name: TypefaceName, use: FontUse): string {
  return use === "text" ? `${name} Text` : name;
}

export function headingStack(name: TypefaceName): string {
  return stackOf(name, "heading");
}

/** For a typeface without a text cut, such as Fraunces, the font of the device. */
export function textStack(name: TextFontName): string {
  return name === deviceFont || !faces[name].isForText ? deviceStack : stackOf(name, "text");
}

const deviceStack =
  '"Avenir Next", Avenir, "Segoe UI Variable Text", "Segoe UI", Roboto, "Noto Sans", Ubuntu, ' +
  'Cantarell, "Helvetica Neue", Arial, sans-serif';

const deviceEmailStack =
  "'Avenir Next',Avenir,'Segoe UI',Roboto,'Helvetica Neue',Helvetica,Arial,sans-serif";

const emailFallback = {
  serif: "Georgia,'Times New Roman',serif",
  sans: "Helvetica,Arial,sans-serif",
};

function stackOf(name: TypefaceName, use: FontUse): string {
  const family = familyOf(name, use);
  return withAdapted(family, faces[name].kind);
}

/** A family, the fallback faces that have its size, and the generic family. */
function withAdapted(family: string, kind: Kind): string {
  const adapted = adaptedFonts[kind].map((font) => `"${family} as ${font}"`);
  return [`"${family}"`, ...adapted, generic[kind]].join(", ");
}

/**
 * For the heading or text of an email, in double quotes. Clients of email load no fonts, so the
 * reader's own fonts follow the name, which some readers have installed.
 */
export function emailStack(name: TextFontName): string {
  if (name === deviceFont) return deviceEmailStack;
  const quoted = name.includes(" ") ? `'${name}'` : name;
  return `${quoted},${emailFallback[faces[name].kind]}`;
}
