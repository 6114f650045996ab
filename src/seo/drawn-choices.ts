import type { Logo } from "../content/blocks/logo.ts";
import type { LookRecord } from "../content/blocks/look.ts";

/** What the pictures of a site are drawn from. */
export interface DrawnBrand {
  readonly look: LookRecord | undefined;
  readonly logo: Logo | undefined;
}

/** The choices of a look on which pictures depend, as one text for keys of caches. */
export function drawnChoices(record: Omit<LookRecord, "_id"> | undefined): string {
  if (record === undefined) return "";
  const { words, scale, density, pictures, customCss, ...drawn } = record;
  return Object.entries(drawn)
    .filter(([name]) => name !== "_id")
    .map(([, value]) => value)
    .join(" ");
}

/** The same with the uploaded logo. */
export function brandChoices({ look, logo }: DrawnBrand): string {
  const logos = [logo?.logo, logo?.darkLogo].filter((address) => address?.startsWith("/media/"));
  return [drawnChoices(look), ...logos].join("\n");
}
