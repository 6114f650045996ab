import type { PaymentProvider } from "../payments/payment-provider.ts";

interface PagePolicy {
  readonly nonce: string;
  /** The panel's component library sets style attributes; public pages have none. */
  readonly isHydrated: boolean;
  readonly provider: PaymentProvider;
}

/**
 * What a page may load and where its forms may go. Payment pages post to the provider. Pictures may
 * come from any address, because an owner may enter one.
 */
export function contentSecurityPolicy({ nonce, isHydrated, provider }: PagePolicy): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
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
