import { AppError } from "#platform/errors.ts";
import { shownHost } from "../fetching/typed-address.ts";

/** The domain of an email address, also in a mailto: link; null for any other text. */
export function domainOfEmail(text: string): string | null {
  const [, domain] =
    /^(?:mailto:)?[^\s@:/?#]+@([^\s@:/?#]+\.[^\s@:/?#]+)$/i.exec(text.trim()) ?? [];
  if (domain === undefined) return null;
  return URL.parse(`https://${domain}`)?.hostname ?? null;
}

/**
 * The refusal of an email address in the field of a website. A form shows `extra.website` in the
 * field, so that one more press checks it. A mailbox provider has a website, but not the sender's.
 */
export async function emailAsWebsite(email: string, domain: string): Promise<AppError> {
  // The list has 8,700 domains, and few visitors need it.
  const { default: providers } = await import("email-providers/all.json", {
    with: { type: "json" },
  });
  const isProvider = providers.includes(domain);
  const name = shownHost(`https://${domain}`);
  const message = isProvider
    ? `That is an email address, and ${name} is where your mailbox is, not your website. Enter the address of your website, such as example.com.`
    : `“${shortened(email.trim())}” is an email address. If ${name} is your website, check that.`;
  return new AppError("invalid", message, {
    issues: [{ path: "website", message }],
    ...(!isProvider && { extra: { website: domain } }),
  });
}

/** The website that a form shows in place of a typed email address. */
export function suggestedWebsite(error: unknown): string | undefined {
  const website = error instanceof AppError ? error.extra.website : undefined;
  return typeof website === "string" ? website : undefined;
}

const shortened = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
