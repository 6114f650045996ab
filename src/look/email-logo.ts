import type { Logo } from "#content/blocks/logo.ts";
import type { PictureFacts } from "#media/picture-file.ts";
import type { Look } from "./look.ts";

/** A picture of the logo, with its size in pixels of CSS. */
interface ShownLogo {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** The logo at the head of an email. */
export interface EmailLogo {
  readonly usual: ShownLogo;
  /** Instead of `usual` in the dark scheme; null for a site without a logo for dark ground. */
  readonly night: ShownLogo | null;
}

/** What a picture of the logo is drawn from. */
export interface EmailLogoSource {
  /** Address of the uploaded picture. */
  readonly address: string;
  /** The colour behind it: a program that inverts the email would else hide a dark logo. */
  readonly ground: string;
}

/** Names of the files. Email programs show PNG, and not the formats of pages. */
export type EmailLogoFile = "email.png" | "email-night.png";

/** The pictures that emails of a site show, by their files. */
export function emailLogoSources(
  record: Logo | undefined,
  { palettes, scheme }: Pick<Look, "palettes" | "scheme">,
): Readonly<Partial<Record<EmailLogoFile, EmailLogoSource>>> {
  const { logo = "", darkLogo = "" } = record ?? {};
  const night = { address: darkLogo || logo, ground: palettes.dark.ground };
  if (scheme === "Dark") return { "email.png": night };
  const usual = { address: logo, ground: palettes.light.ground };
  if (scheme === "Light" || darkLogo === "") return { "email.png": usual };
  return { "email.png": usual, "email-night.png": night };
}

/** The largest size in pixels of CSS. */
const largest = { width: 220, height: 48 };
/** Pixels of the picture in one of CSS, for sharp screens. */
export const emailLogoScale = 2;

/** Largest first; a small picture is not enlarged. */
export function sizeInEmail({ width, height }: Pick<PictureFacts, "width" | "height">) {
  const scale = Math.min(1, largest.width / width, largest.height / height);
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

/** Changes with the picture and the colour behind it, so that email programs may keep it for ever. */
export function emailLogoMark({ version }: Pick<PictureFacts, "version">, ground: string): string {
  return `${version}-${ground.slice(1)}`;
}

/**
 * Null for a site whose logo is not uploaded: its emails have its name. `origin` is that of the
 * site; "" in the panel, which can have another one.
 */
export function emailLogoOf(
  sources: ReturnType<typeof emailLogoSources>,
  facts: Readonly<Record<string, PictureFacts>>,
  origin: string,
): EmailLogo | null {
  const shown = (file: EmailLogoFile): ShownLogo | null => {
    const source = sources[file];
    const picture = source && facts[source.address];
    if (source === undefined || picture === undefined) return null;
    const mark = emailLogoMark(picture, source.ground);
    return { url: `${origin}/icons/${file}?v=${mark}`, ...sizeInEmail(picture) };
  };
  const usual = shown("email.png");
  return usual && { usual, night: shown("email-night.png") };
}
