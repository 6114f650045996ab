import { createContext, data, RouterContextProvider, redirect } from "react-router";
import type { Identity } from "../access/sessions/current-actor.ts";
import type { Services } from "../compose.ts";
import type { LookRecord } from "../content/blocks/look.ts";
import type { RequestFacts } from "../http/http-app.ts";
import type { AppError } from "../platform/errors.ts";
import { normalEmail } from "../platform/texts/email-address.ts";
import { type Actor, isSignedIn, type SignedInActor } from "../policy/actor.ts";
import { pathBackTo, withFrom } from "./account/return-path.ts";
import { isAskedByScript, pathOfScreen } from "./path-of-screen.server.ts";

export interface AppContext extends Identity {
  readonly services: Services;
  readonly facts: RequestFacts;
  /** The requested path of a page that the owner has moved; null for other pages. */
  readonly address: string | null;
  /** Content-Security-Policy nonce of this response. */
  readonly nonce: string;
  readonly noteRoute: (pattern: string) => void;
  /**
   * Set by `readSiteData`; the Content-Security-Policy contains the hash of these speculation
   * rules.
   */
  nextPageRules: string | null;
  /** Set by the loader of the root, and by `readSiteData` for the look with drafts. */
  look: LookRecord | undefined;
  /**
   * Temporary failure that `handleError` in `entry.server.tsx` found. The failure determines the
   * status of the response.
   */
  outage: AppError | null;
}

export const appContext = createContext<AppContext>();

/** "removed": the sender may no longer see the order, for example after leaving a company. */
export type UnprocessedReason = "signed out" | "another account" | "removed";

const keptFor = createContext<UnprocessedReason | null>(null);

type Context = Readonly<RouterContextProvider>;

export function contextWith(app: AppContext): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(appContext, app);
  return context;
}

export function servicesOf(context: Context): Services {
  return context.get(appContext).services;
}

export function actorOf(context: Context): Promise<Actor> {
  return context.get(appContext).actor();
}

/** The rest of this request runs for `actor`, whom the request has just signed in. */
export function actAs(context: Context, actor: Actor): void {
  context.set(appContext, { ...context.get(appContext), actor: () => Promise.resolve(actor) });
}

/**
 * Throws a redirect to `/login` that returns to this page. A form sent by script gets status 401
 * instead, because a redirect would lose the typed text.
 */
export async function signedInOrLogin(context: Context, request: Request): Promise<SignedInActor> {
  const actor = await actorOf(context);
  if (isSignedIn(actor)) return actor;
  if (!isAskedByScript(request)) throw redirect(withFrom("/login", pathBackTo(request)));
  if (request.method !== "GET") throw data(null, { status: 401 });
  const screen = pathOfScreen(request, servicesOf(context).configuration.publicUrl);
  throw redirect(withFrom("/login", screen));
}

/**
 * Returns the signed-in sender of a long form. Returns null when the session has ended or belongs
 * to an account other than the account that the form names by id or email. The page then shows the
 * form again, because a redirect to the login would lose the typed text; see
 * `signedInOrUnprocessed`.
 */
export async function senderOf(
  context: Context,
  { accountId, email }: Readonly<Record<string, string>>,
): Promise<SignedInActor | null> {
  const actor = await actorOf(context);
  const isTheirs = ({ accountId: id, email: address }: SignedInActor) =>
    (!accountId || accountId === id) && (!email || normalEmail(email) === normalEmail(address));
  if (isSignedIn(actor) && isTheirs(actor)) return actor;
  context.set(keptFor, isSignedIn(actor) ? "another account" : "signed out");
  return null;
}

/** Makes the page show the typed text to a sender who may no longer see the order. */
export function keepTyped(context: Context): void {
  context.set(keptFor, "removed");
}

export function whyKept(context: Context): UnprocessedReason | null {
  return context.get(keptFor);
}

/**
 * Like `signedInOrLogin`, for a page whose action calls `senderOf`. Returns null if `senderOf`
 * returned null in this request: the page then shows the form with the typed text, not the login.
 */
export async function signedInOrUnprocessed(
  context: Context,
  request: Request,
): Promise<SignedInActor | null> {
  return whyKept(context) === null ? signedInOrLogin(context, request) : null;
}
