import type { PaymentProvider } from "../payments/payment-provider.ts";

interface PagePolicy {
  /** Of this one answer. */
  readonly nonce: string;
  /** Of the styles that stand in the page, where it is none of the panel's, as CSP spells it. */
  readonly styleHash: string;
  /** The same of what says which pages may be fetched ahead. */
  readonly nextPagesHash: string;
  /** The panel's component library sets style attributes; public pages have none. */
  readonly isHydrated: boolean;
  readonly provider: PaymentProvider;
}

/**
 * What a page may load and where its forms may go. The panel's pages are made for one answer and
 * have its nonce; the others are alike for many and have a hash. Payment pages post to the provider.
 * Pictures may come from any address, because an owner may enter one.
 */
export function contentSecurityPolicy(page: PagePolicy): string {
  const { nonce, styleHash, nextPagesHash, isHydrated, provider } = page;
  return [
    "default-src 'none'",
    `script-src 'self' '${isHydrated ? `nonce-${nonce}` : nextPagesHash}'`,
    `style-src 'self' '${isHydrated ? `nonce-${nonce}` : styleHash}'`,
    // It also shows mails as they look, in a frame that runs nothing.
    ...(isHydrated ? ["style-src-attr 'unsafe-inline'", "frame-src 'self'"] : []),
    "img-src 'self' https: http: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    ["form-action 'self'", ...provider.formTargets].join(" "),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
