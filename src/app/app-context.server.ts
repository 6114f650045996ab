import { createContext, data, RouterContextProvider, redirect } from "react-router";
import type { Identity } from "../access/sessions/current-actor.ts";
import type { Services } from "../compose.ts";
import type { RequestFacts } from "../http/http-app.ts";
import type { AppError } from "../platform/errors.ts";
import { type Actor, isSignedIn, type SignedInActor } from "../policy/actor.ts";
import { pathBackTo, withFrom } from "./account/return-path.ts";
import { isAskedByScript, pathOfScreen } from "./path-of-screen.server.ts";

/** What a loader or an action has to work with. */
export interface AppContext extends Identity {
  readonly services: Services;
  readonly facts: RequestFacts;
  /** The path that was asked for, where another one was put into the request, that of its route. */
  readonly address: string | null;
  /** For the scripts and styles of this one answer. */
  readonly nonce: string;
  /** Says which route answers, for the log and the metrics. */
  readonly noteRoute: (pattern: string) => void;
  /** What the page says about pages to fetch ahead, once that is known. */
  nextPageRules: string | null;
  /** Why the answer cannot be given just now, once that is known. */
  outage: AppError | null;
}

export const appContext = createContext<AppContext>();

/** Why the form that is answered comes back as it was sent, with nothing done. */
export type WhyKept = "signed out" | "another account";

const keptFor = createContext<WhyKept | null>(null);

type Context = Readonly<RouterContextProvider>;

/** What the router hands to loaders and actions. */
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

/**
 * The signed-in person, or a way to `/login` that leads back to the screen that was looked at. A
 * form that a script sends is told only that nobody is signed in: led away, it would lose its text.
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
 * Who sends a form in which much is typed, and that names the account that it was opened with; null for
 * who was signed out by then, or is somebody else. Its page is shown again then, instead of one to log
 * in that would lose the text: `signedInOrKept` lets it.
 */
export async function senderOf(
  context: Context,
  { accountId }: Readonly<Record<string, string>>,
): Promise<SignedInActor | null> {
  const actor = await actorOf(context);
  if (isSignedIn(actor) && (!accountId || accountId === actor.accountId)) return actor;
  context.set(keptFor, isSignedIn(actor) ? "another account" : "signed out");
  return null;
}

export function whyKept(context: Context): WhyKept | null {
  return context.get(keptFor);
}

/** Who looks at the page of such a form: as `signedInOrLogin`, or null after `senderOf` was. */
export async function signedInOrKept(
  context: Context,
  request: Request,
): Promise<SignedInActor | null> {
  return whyKept(context) === null ? signedInOrLogin(context, request) : null;
}
