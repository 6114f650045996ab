import { type Business, demonstrationName } from "#platform/business.ts";
import { exampleAddress, type FooterAddress, plainLocation } from "../blocks/footer.ts";

/** Facts about the business that the texts of the site contain. */
export type ShownFacts = Pick<Business, "name" | "address" | "phone" | "email">;

const exampleFacts: ShownFacts = {
  name: demonstrationName,
  address: exampleAddress.location,
  phone: exampleAddress.phoneNumber,
  email: exampleAddress.emailAddress,
};

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");

const inText: Readonly<Record<keyof ShownFacts, RegExp>> = {
  name: new RegExp(`\\b${escaped(exampleFacts.name)}\\b`, "g"),
  // The longer one first, because it ends with the plain one.
  address: new RegExp([exampleFacts.address, plainLocation].map(escaped).join("|"), "g"),
  phone: new RegExp(escaped(exampleFacts.phone), "g"),
  email: new RegExp(escaped(exampleFacts.email), "g"),
};

/** True for a demonstration text that contains a fact about the invented business. */
export function hasFacts(text: string): boolean {
  return Object.values(inText).some((pattern) => text.search(pattern) !== -1);
}

/** The phone number, email address or place of the invented business in a text; null without. */
export function exampleContactIn(text: string): string | null {
  const found = [inText.email, inText.phone, inText.address].map((fact) => text.match(fact)?.[0]);
  return found.find((fact) => fact !== undefined) ?? null;
}

/** A demonstration text with the facts of the owner's business. An unset fact stays invented. */
export function withFacts(text: string, facts: ShownFacts): string {
  const names = Object.keys(inText) as (keyof ShownFacts)[];
  return names.reduce(
    (filled, name) => filled.replace(inText[name], (found) => facts[name] || found),
    text,
  );
}

/**
 * The name of the business in `said`, if that is the demonstration text `text` apart from the name:
 * "" for a text without a name, and null for another text.
 */
function nameIn(text: string, said: string): string | null {
  const [first = "", ...others] = text.split(inText.name).map(escaped);
  if (others.length === 0) return said === text ? "" : null;
  const [second = "", ...rest] = others;
  const pattern = [`^${first}(.{1,120}?)${second}`, ...rest].join("\\1");
  return new RegExp(`${pattern}$`).exec(said)?.[1] ?? null;
}

/** Whether `said` is a demonstration text, apart from the name of the business in it. */
export function isExampleApartFromName(text: string, said: string): boolean {
  return nameIn(text, said) !== null;
}

/**
 * The demonstration text `to` with the name of the business that `said` has, which is the
 * demonstration text `from` apart from the name; null for another text.
 */
export function exampleInPlaceOf(from: string, said: string, to: string): string | null {
  const name = nameIn(from, said);
  return name === null ? null : to.replace(inText.name, (shown) => name || shown);
}

/**
 * The facts of the settings, for receipts, emails and search engines. A fact that nobody has entered
 * there is taken from the foot of the page, but never the invented address of another name's
 * demonstration.
 */
export function sellerOf(business: Business, footer: FooterAddress | undefined): Business {
  const isOwn = business.name !== demonstrationName;
  const shown = (said: string | undefined, invented: string) =>
    said === undefined || (isOwn && said === invented) ? "" : said;
  return {
    ...business,
    address:
      business.address || shown(shown(footer?.location, plainLocation), exampleFacts.address),
    phone: business.phone || shown(footer?.phoneNumber, exampleFacts.phone),
    email: business.email || shown(footer?.emailAddress, exampleFacts.email),
  };
}
