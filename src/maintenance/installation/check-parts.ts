import { randomUUID } from "node:crypto";
import { accessSync, constants, existsSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join, resolve } from "node:path";
import { BucketError, openBucket } from "#files/bucket.ts";
import { mailServerFault } from "#mail/sending/check-mail-server.ts";
import type { ReadyServer } from "#mail/sending/smtp-failures.ts";
import type { AccountFault } from "#payments/account-fault.ts";
import { paypalAccountFault } from "#payments/paypal-rest/check-paypal-account.ts";
import { paypalRestEndpoints, webhookPath } from "#payments/paypal-rest/paypal-rest.ts";
import { stripeAccountFault } from "#payments/stripe/check-stripe-account.ts";
import { isLiveKey, stripeEndpoints, stripeWebhookPath } from "#payments/stripe/stripe.ts";
import type { Configuration } from "#platform/configuration.ts";
import { reasonOf } from "#platform/errors.ts";
import type { BucketSettings } from "#platform/files/bucket-settings.ts";
import { formatBytes } from "#platform/metrics/amounts-in-words.ts";
import { isLoopback } from "#platform/origins.ts";

export interface CheckedPart {
  readonly name: string;
  /** "attention" is no fault: the site works, but the owner should know. */
  readonly state: "good" | "attention" | "wrong";
  /** What was found and, unless the state is "good", what to do. */
  readonly sentence: string;
}

const good = (name: string, sentence: string): CheckedPart => ({ name, state: "good", sentence });
const wrong = (name: string, sentence: string): CheckedPart => ({ name, state: "wrong", sentence });
const attention = (name: string, sentence: string): CheckedPart => ({
  name,
  state: "attention",
  sentence,
});

const leastFreeBytes = 512 * 1024 ** 2;

/** Writes and removes a file in a folder, or in its nearest existing parent folder. */
export function checkFolder(name: string, path: string, setting: string): CheckedPart {
  const folder = nearestFolder(resolve(path));
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    const file = join(folder, `.furrow-check-${randomUUID()}`);
    writeFileSync(file, "check", { mode: 0o600 });
    rmSync(file);
  } catch (error) {
    return wrong(
      name,
      `${resolve(path)} cannot be written (${reasonOf(error)}). Let this user write there, or set ${setting} to another folder.`,
    );
  }
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free < leastFreeBytes) {
    return attention(
      name,
      `${resolve(path)} can be written, but its disk has only ${formatBytes(free)} left. Free some space.`,
    );
  }
  return good(name, `${resolve(path)} can be written, ${formatBytes(free)} are free.`);
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

/** Whether the port is free, or Furrow answers on it. */
export async function checkPort({
  port,
  host,
}: Pick<Configuration, "port" | "host">): Promise<CheckedPart> {
  const name = "Port";
  const fault = await listenFault(port, host);
  if (fault === null) return good(name, `Port ${port} of ${host} is free.`);
  if (fault === "EADDRINUSE") {
    if (await isFurrow({ port, host }))
      return good(name, `Furrow answers on port ${port} of ${host}.`);
    return wrong(
      name,
      `PORT ${port} is taken by another program. Stop it, or set PORT to another number.`,
    );
  }
  if (fault === "EACCES") {
    return wrong(
      name,
      `PORT ${port} may not be used by this user. Set PORT to a number above 1023.`,
    );
  }
  if (fault === "EADDRNOTAVAIL") {
    return wrong(name, `HOST ${host} is not an address of this machine. Correct HOST.`);
  }
  return wrong(name, `Port ${port} of ${host} cannot be used (${fault}). Set PORT and HOST.`);
}

function listenFault(port: number, host: string): Promise<string | null> {
  return new Promise((done) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => done(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => done(null)));
  });
}

const answerMs = 3000;

type Listening = Pick<Configuration, "port" | "host">;

/** Whether the server on a port is Furrow, ready or not. */
async function isFurrow(listening: Listening): Promise<boolean> {
  return (await readiness(listening))?.headers.has("x-request-id") ?? false;
}

/** Whether Furrow listens on a port and is ready. */
export async function answersReady(listening: Listening): Promise<boolean> {
  const answer = await readiness(listening);
  return answer?.status === 200 && answer.headers.has("x-request-id");
}

/** The answer to `/readyz`; undefined without an answer. */
async function readiness({ port, host }: Listening): Promise<Response | undefined> {
  const reachable = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host;
  try {
    const signal = AbortSignal.timeout(answerMs);
    return await fetch(`http://${reachable}:${port}/readyz`, { signal });
  } catch {
    return undefined;
  }
}

export function checkPublicUrl({ publicUrl }: Pick<Configuration, "publicUrl">): CheckedPart {
  const name = "Address";
  const { protocol, hostname } = new URL(publicUrl);
  if (isLoopback(hostname)) {
    return attention(
      name,
      `${publicUrl} can be reached from this machine only. Set PUBLIC_URL to the site's https address before you open the shop.`,
    );
  }
  if (protocol === "http:") {
    return attention(
      name,
      `${publicUrl} is not encrypted. Set up TLS in the proxy, and set PUBLIC_URL to the https address.`,
    );
  }
  return good(name, `The site's address is ${publicUrl}.`);
}

export async function checkMailServer(server: ReadyServer): Promise<CheckedPart> {
  const name = "Mail";
  const fault = await mailServerFault(server);
  if (fault !== null) return wrong(name, fault);
  return good(name, `The mail server ${new URL(server.smtpUrl).host} accepts the sign-in.`);
}

type ProviderSettings = Pick<
  Configuration,
  "paypalCredentials" | "paypalEnvironment" | "publicUrl" | "stripeKeys"
>;

/** `apiUrl` replaces the provider's own address in tests. */
export async function checkProvider(
  provider: Configuration["payments"][number],
  { paypalCredentials, paypalEnvironment, publicUrl, stripeKeys }: ProviderSettings,
  apiUrl?: string,
): Promise<CheckedPart> {
  const name = "Payments";
  if (provider === "sandbox") {
    return attention(
      name,
      "Payments are simulated, because PAYMENTS is sandbox: no money is charged. To take money, remove PAYMENTS and connect an account in the panel under Settings → Payments.",
    );
  }
  if (provider === "stripe" && stripeKeys !== undefined) {
    const { secretKey } = stripeKeys;
    const fault = await stripeAccountFault(
      apiUrl ?? stripeEndpoints.apiUrl,
      secretKey,
      publicUrl + stripeWebhookPath,
    );
    if (fault !== null) return faultyAccount(name, fault);
    if (isLiveKey(secretKey)) return good(name, "Stripe knows the key and the webhook.");
    return attention(
      name,
      "Stripe knows the key and the webhook, but the key is of its test mode: no money is charged.",
    );
  }
  if (provider === "paypal-standard" || paypalCredentials === undefined) {
    return good(name, "PayPal's older protocol needs only the PayPal address in the panel.");
  }
  const fault = await paypalAccountFault(
    apiUrl ?? paypalRestEndpoints[paypalEnvironment].apiUrl,
    paypalCredentials,
    publicUrl + webhookPath,
  );
  if (fault !== null) return faultyAccount(name, fault);
  return good(name, `PayPal (${paypalEnvironment}) knows the account and the webhook.`);
}

/** An account that sells once, and does not charge plans again and again, is no fault of a set-up. */
function faultyAccount(name: string, { sentence, isAboutPlans }: AccountFault): CheckedPart {
  return isAboutPlans ? attention(name, sentence) : wrong(name, sentence);
}

/** Writes, reads and deletes a small object. */
export async function checkBucketAccess(
  name: string,
  settings: BucketSettings,
  setting: string,
): Promise<CheckedPart> {
  const bucket = openBucket(settings, undefined, setting);
  const key = `check/${randomUUID()}`;
  const text = Buffer.from(key);
  try {
    await bucket.put(key, text);
    const read = await bucket.get(key, { start: 0, end: text.length - 1 });
    await bucket.remove(key);
    if (read !== null && text.equals(read)) {
      return good(name, `The bucket ${settings.name} can be written and read.`);
    }
    return wrong(name, `The bucket in ${setting} does not return what was written to it.`);
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    return wrong(name, error.message);
  }
}

const partMarks: Readonly<Record<CheckedPart["state"], string>> = {
  good: "✓",
  attention: "!",
  wrong: "✗",
};

export function partLine({ name, state, sentence }: CheckedPart): string {
  return `${partMarks[state]} ${name}: ${sentence}`;
}
