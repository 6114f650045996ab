import { createHash } from "node:crypto";
import type { PaymentProvider } from "../../payments/payment-provider.ts";

interface PagePolicy {
  /** Nonce of this response. */
  readonly nonce: string;
  /** Hash of the inlined styles (`contentHash`); undefined in the panel, which has none. */
  readonly styleHash: string | undefined;
  /** Hash of the speculation rules; undefined without them. */
  readonly nextPagesHash: string | undefined;
  readonly provider: PaymentProvider;
}

/**
 * Content-Security-Policy of a page. Pages of the panel are rendered per response and use a nonce;
 * cached pages use hashes. Payment pages may post to the provider. Images may come from any origin,
 * because owners may enter any URL; some images and a font are inlined.
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
    // The panel also shows emails in a frame without scripts.
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

/** Hash of inlined content in the policy's format. */
export function contentHash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}
