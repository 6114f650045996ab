import { type Business, demonstrationName } from "#platform/business.ts";
import { exampleAddress, type FooterAddress } from "../blocks/footer.ts";

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
  address: new RegExp(escaped(exampleFacts.address), "g"),
  phone: new RegExp(escaped(exampleFacts.phone), "g"),
  email: new RegExp(escaped(exampleFacts.email), "g"),
};

/** True for a demonstration text that contains a fact about the invented business. */
export function hasFacts(text: string): boolean {
  return Object.values(inText).some((pattern) => text.search(pattern) !== -1);
}

/** A demonstration text with the facts of the owner's business. An unset fact stays invented. */
export function withFacts(text: string, facts: ShownFacts): string {
  const names = Object.keys(inText) as (keyof ShownFacts)[];
  return names.reduce(
    (filled, name) => filled.replace(inText[name], (found) => facts[name] || found),
    text,
  );
}

/** Whether `said` is a demonstration text, apart from the name of the business in it. */
export function isExampleApartFromName(text: string, said: string): boolean {
  if (said === text) return true;
  const [first = "", ...others] = text.split(inText.name).map(escaped);
  if (others.length === 0) return false;
  const [second = "", ...rest] = others;
  const pattern = [`^${first}(.+?)${second}`, ...rest].join("\\1");
  return new RegExp(`${pattern}$`, "s").test(said);
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
    address: business.address || shown(footer?.location, exampleFacts.address),
    phone: business.phone || shown(footer?.phoneNumber, exampleFacts.phone),
    email: business.email || shown(footer?.emailAddress, exampleFacts.email),
  };
}
