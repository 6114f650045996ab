/** Stored responses of a website, as they arrived. Findings are computed from these facts alone. */
export interface Facts {
  /** The requested address. */
  readonly asked: string;
  /** Time of the check in Unix milliseconds. */
  readonly at: number;
  readonly page: FetchedResponse;
  readonly robots: Exchange;
  /** Why the request over https failed, if the page was then read over http. */
  readonly secureFailure: Failure | null;
  readonly plainHttp?: Exchange;
  readonly otherHost?: Exchange | null;
  readonly missingPage?: Exchange;
  readonly sitemap?: Exchange | null;
  readonly llms?: Exchange;
  readonly alternate?: Exchange | null;
  readonly listedPages?: readonly Exchange[];
  readonly linkedPages?: readonly Exchange[];
  readonly icon?: Exchange | null;
}

export interface Hop {
  readonly address: string;
  readonly status: number;
  readonly location: string;
}

export type FailureKind =
  | "address"
  | "private"
  | "unresolved"
  | "unreachable"
  /** Our own machine or network could not connect, which says nothing about the site. */
  | "no-connection"
  | "certificate"
  | "too-slow"
  | "too-many-redirects"
  | "too-many-requests"
  | "too-large"
  | "unreadable"
  | "robots";

export interface Failure {
  readonly kind: FailureKind;
  /** Tells the visitor what happened. */
  readonly sentence: string;
}

export interface FetchedResponse {
  readonly asked: string;
  readonly hops: readonly Hop[];
  /** The address that answered, after redirects. */
  readonly address: string;
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
  /** Whether the body was longer than the part that was read. */
  readonly isCut: boolean;
  /** Milliseconds from the request to the first byte of the last response. */
  readonly firstByteMs: number;
  readonly failure?: undefined;
}

export interface FailedExchange {
  readonly asked: string;
  readonly hops: readonly Hop[];
  readonly failure: Failure;
}

export type Exchange = FetchedResponse | FailedExchange;

/** The address whose request failed, which may be the target of a redirect. */
export function failedAddress({ asked, hops }: Pick<FailedExchange, "asked" | "hops">): string {
  const last = hops.at(-1);
  return (last && URL.parse(last.location, last.address)?.href) ?? asked;
}

export function headerOf(response: FetchedResponse, name: string): string | null {
  const values = headersOf(response, name);
  return values.length === 0 ? null : values.join(", ");
}

export function headersOf({ headers }: FetchedResponse, name: string): string[] {
  return headers.flatMap(([header, value]) => (header.toLowerCase() === name ? [value] : []));
}

/** Whether the exchange ended with a response of status 200. */
export function isOk(exchange: Exchange | null | undefined): exchange is FetchedResponse {
  return exchange != null && exchange.failure === undefined && exchange.status === 200;
}

export function hasAnswered(exchange: Exchange | null | undefined): exchange is FetchedResponse {
  return exchange != null && exchange.failure === undefined;
}
