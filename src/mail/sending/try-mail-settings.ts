import { type EmailBrand, readEmailBrand } from "#look/read-email-logo.server.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { parseOrThrow } from "#platform/texts/validation.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { Actor } from "#policy/actor.ts";
import { audit } from "#policy/audit.ts";
import { requireRight, requireSignedIn } from "#policy/rights.ts";
import { readBusiness } from "#settings/business.server.ts";
import { readStoredSettings } from "#settings/read-settings.ts";
import { passwordFor } from "#settings/save-settings.ts";
import { mailTrialInput } from "#settings/settings.ts";
import { mailServerIn, smtpUrlOf } from "#settings/smtp-url.ts";
import {
  type MailServer,
  namedSender,
  readMailServer,
  type SettingsSource,
  serverOfPanel,
} from "#settings/stored-settings.server.ts";
import { htmlOf } from "../templates/email-html.ts";
import { testMail } from "./send-test-mail.ts";
import {
  describeServerFailure,
  type ReadyServer,
  type SmtpError,
  wordsOfServer,
} from "./smtp-failures.ts";
import { openSmtpSession, type SmtpTimeouts } from "./smtp-session.ts";

interface TrialDependencies extends SettingsSource {
  readonly database: Database;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly timeouts?: SmtpTimeouts;
}

export interface MailTrial {
  readonly sent: boolean;
  /** What happened and, after a failure, what to do. */
  readonly message: string;
}

/** Short time limits, because an admin waits for the answer. */
const patience: SmtpTimeouts = { connectMs: 10_000, answerMs: 15_000 };

/**
 * Sends a test email to the admin with the typed settings, without the outbox and without saving
 * the settings. An omitted setting has its saved value. Throws "invalid" with an issue per field.
 */
export async function tryMailSettings(
  dependencies: TrialDependencies,
  actor: Actor,
  input: unknown,
): Promise<MailTrial> {
  requireRight(actor, "change settings");
  const { email: label } = requireSignedIn(actor);
  const { database, clock, publicUrl, timeouts = patience } = dependencies;
  const server = await serverToTry(dependencies, input);
  const { name } = await readBusiness(dependencies.configuration, database.read);
  const brand = await readEmailBrand(database.read, publicUrl);
  const trial = await sendTo(label, { server, publicUrl, name, brand, timeouts });
  const after = { sentTo: label, host: hostOf(server), ...trial };
  const entry = { action: "Send test mail", subject: "mail", subjectId: "", label };
  await database.write((tx) => audit(tx, actor, { ...entry, before: null, after, at: clock() }));
  return trial;
}

async function serverToTry(source: TrialDependencies, input: unknown): Promise<MailServer> {
  const { mailServer, mailSender } = parseOrThrow(mailTrialInput, input);
  const { configuration, secret, database } = source;
  const present = await readMailServer(source, database.read);
  const stored = await readStoredSettings(database.read);
  const sender = configuration.mailFrom ?? mailSender ?? stored.mailSender.value;
  if (sender === null) return { state: "missing" };
  const from = await namedSender(configuration, database.read, sender);
  if (configuration.smtpUrl !== undefined || mailServer === undefined) {
    return present.state === "ready" ? { ...present, from } : present;
  }
  const password = passwordFor(mailServer, stored.mailServer.value, secret);
  return serverOfPanel(configuration, smtpUrlOf(mailServer, password), from);
}

interface Sending {
  readonly server: MailServer;
  readonly publicUrl: string;
  /** Name of the business. */
  readonly name: string;
  readonly brand: EmailBrand;
  readonly timeouts: SmtpTimeouts;
}

async function sendTo(
  recipient: string,
  { server, publicUrl, name, brand, timeouts }: Sending,
): Promise<MailTrial> {
  if (server.state === "missing") {
    return { sent: false, message: "Nothing was sent: enter the host and the sender first." };
  }
  if (server.state === "unreadable") {
    const message =
      "Nothing was sent, because the site can no longer read the saved mail password. Enter it again.";
    return { sent: false, message };
  }
  const session = await openSmtpSession(server, timeouts);
  try {
    const mail = testMail(recipient, publicUrl, name);
    const html = htmlOf(mail, brand.look, brand.logo);
    await session.send(
      { ...mail, html, id: newId(), letter: null },
      AbortSignal.timeout(timeouts.connectMs + timeouts.answerMs),
    );
    return { sent: true, message: `The mail server accepted the test email to ${recipient}.` };
  } catch (error) {
    return { sent: false, message: describeFailure(error, server) };
  } finally {
    session.close();
  }
}

function describeFailure(error: unknown, server: ReadyServer): string {
  const { command } = error as SmtpError;
  const refused = command === "RCPT TO" ? "your address" : command === "DATA" ? "the email" : null;
  if (refused === null) return describeServerFailure(error, server);
  const said = wordsOfServer(error, server);
  return `The mail server rejected ${refused}: ${said}. Ask your provider for the reason.`;
}

function hostOf(server: MailServer): string | null {
  return server.state === "ready" ? mailServerIn(server.smtpUrl).host : null;
}
