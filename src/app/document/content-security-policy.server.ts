import { createHash } from "node:crypto";
import type { PaymentProvider } from "../../payments/payment-provider.ts";

interface PagePolicy {
  /** Of this one answer. */
  readonly nonce: string;
  /** Of the styles that stand in the page (`contentHash`); undefined in the panel, which has none. */
  readonly styleHash: string | undefined;
  /** The same of what says which pages may be fetched ahead; undefined where nothing says it. */
  readonly nextPagesHash: string | undefined;
  readonly provider: PaymentProvider;
}

/**
 * What a page may load and where its forms may go. The panel's pages are made for one answer and
 * have its nonce; the others are alike for many and have a hash. Payment pages post to the provider.
 * Pictures may come from any address, because an owner may enter one; some, and a face, stand in the page.
 */
export function contentSecurityPolicy(page: PagePolicy): string {
  const { nonce, styleHash, nextPagesHash, provider } = page;
  // The panel's component library sets style attributes; public pages have none.
  const isPanel = styleHash === undefined;
  const ownScript = isPanel ? `nonce-${nonce}` : nextPagesHash;
  return [
    "default-src 'none'",
    ownScript === undefined ? "script-src 'self'" : `script-src 'self' '${ownScript}'`,
    `style-src 'self' '${isPanel ? `nonce-${nonce}` : styleHash}'`,
    // It also shows mails as they look, in a frame that runs nothing.
    ...(isPanel ? ["style-src-attr 'unsafe-inline'", "frame-src 'self'"] : []),
    "img-src 'self' https: http: data:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    ["form-action 'self'", ...provider.formTargets].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** The hash of what stands in a page, as a policy spells it. */
export function contentHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
