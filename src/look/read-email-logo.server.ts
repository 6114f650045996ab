import { logo } from "#content/blocks/logo.ts";
import { look } from "#content/blocks/look.ts";
import { readSingletons } from "#content/records/content-store.server.ts";
import { pictureFactsFor } from "#media/picture-facts.server.ts";
import { findStoredPicture } from "#media/stored-picture.ts";
import type { Queries } from "#platform/database/database.ts";
import { loadSharp } from "#platform/load-sharp.ts";
import {
  type EmailLogo,
  type EmailLogoFile,
  emailLogoMark,
  emailLogoOf,
  emailLogoScale,
  emailLogoSources,
  sizeInEmail,
} from "./email-logo.ts";
import { type Look, lookOf } from "./look.ts";

/** What emails wear: the published look and the logo. */
export interface EmailBrand {
  readonly look: Look;
  readonly logo: EmailLogo | null;
}

/** `origin` is that of the site; "" in the panel, which can have another one. */
export async function readEmailBrand(queries: Queries, origin: string): Promise<EmailBrand> {
  const [ofLogo, ofLook] = await readSingletons(queries, [logo, look]);
  const published = lookOf(ofLook);
  const facts = await pictureFactsFor(queries, ofLogo);
  return { look: published, logo: emailLogoOf(emailLogoSources(ofLogo, published), facts, origin) };
}

interface EmailLogoPicture {
  /** Changes with the picture. */
  readonly mark: string;
  /** A PNG. */
  readonly draw: () => Promise<Buffer>;
}

/** Undefined if emails show no such picture. */
export async function findEmailLogo(
  queries: Queries,
  file: EmailLogoFile,
): Promise<EmailLogoPicture | undefined> {
  const [ofLogo, ofLook] = await readSingletons(queries, [logo, look]);
  const source = emailLogoSources(ofLogo, lookOf(ofLook))[file];
  if (source === undefined) return undefined;
  const facts = (await pictureFactsFor(queries, source.address))[source.address];
  const stored = await findStoredPicture(queries, source.address);
  if (facts === undefined || stored === undefined) return undefined;
  const { width, height } = sizeInEmail(facts);
  return {
    mark: emailLogoMark(facts, source.ground),
    async draw() {
      const sharp = await loadSharp();
      return sharp(stored.bytes)
        .resize({
          width: width * emailLogoScale,
          height: height * emailLogoScale,
          fit: "inside",
          withoutEnlargement: true,
        })
        .flatten({ background: source.ground })
        .png({ palette: true })
        .toBuffer();
    },
  };
}
