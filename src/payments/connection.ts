/** "test" moves no money, "live" does. */
export const paymentModes = ["test", "live"] as const;
export type PaymentMode = (typeof paymentModes)[number];

export const accountKinds = ["stripe", "paypal", "paypal-standard"] as const;
export type AccountKind = (typeof accountKinds)[number];

export interface ConnectionRequest {
  /** Origin and path below which the provider's interface begins. */
  readonly apiUrl: string;
  /** What the owner typed, by the name of the field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Where the provider sends notifications about this account. */
  readonly webhookUrl: string;
  readonly mode: PaymentMode;
}

export interface ConnectionFault {
  /** A sentence that says what to do. */
  readonly fault: string;
  /** Name of the field that the sentence is about. */
  readonly field: string;
}

export interface ConnectedAccount<Credentials> {
  readonly credentials: Credentials;
  /** What may be shown of the account; holds no secret. */
  readonly label: string;
  /** Id of the webhook at the provider; null when the provider made none. */
  readonly webhookId: string | null;
  /** Sentence to show once, about what works less well than it could; null when all is well. */
  readonly note: string | null;
  /**
   * Sentences: why plans with an interval are not charged by themselves through the account; null
   * when nothing is missing, and absent when it could not be tried.
   */
  readonly plansFault?: string | null;
  /** The provider's id of the account, if the keys may read it. */
  readonly accountId?: string;
  /** Webhooks of the same account that were replaced; they show that it was connected before. */
  readonly replacedWebhooks?: readonly string[];
}

/** Follows a sentence about the rights for plans that an account lacks. */
export const customersPayByLink =
  "So plans with an interval are charged for the first time only, and customers get a link to pay each later one. Selling once works.";

export type Connection<Credentials> = ConnectedAccount<Credentials> | ConnectionFault;

/**
 * Takes away what comes along when a key is copied: spaces, line ends, invisible marks and quotation
 * marks around it.
 */
export function pasted(value: string | undefined): string {
  const visible = (value ?? "").replace(/[\p{Cf}\p{Cc}]/gu, (mark) => (/\s/.test(mark) ? " " : ""));
  return visible
    .trim()
    .replace(/^["'“”‘’`]+|["'“”‘’`]+$/gu, "")
    .trim();
}

/** True for a key whose middle the dashboard hides. */
export function isMasked(key: string): boolean {
  return /[*•…●]|\.\.\./u.test(key);
}

/** The end of a key, by which its owner recognizes it in the provider's dashboard. */
export function endOf(key: string): string {
  return key.slice(-4);
}
