import { mailServerIn } from "#settings/smtp-url.ts";
import type { MailServer } from "#settings/stored-settings.server.ts";
import { privateHostCode } from "./connect-to-server.ts";

export type ReadyServer = Extract<MailServer, { state: "ready" }>;

/** Fields that nodemailer adds to errors of an SMTP conversation. */
export interface SmtpError {
  readonly code?: string;
  /** Error code of the operating system, such as ECONNREFUSED. */
  readonly originalCode?: string;
  readonly timeoutType?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

const unknownHost = /ENOTFOUND|EAI_|ENODATA|EDNS|ESERVFAIL/;
const certificate = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|certificate|altnames/i;
const noTls = /wrong version number|packet length too long|unexpected message|EPROTO\b/i;

/**
 * Whether nothing that speaks SMTP has answered: the port is closed or silent, or another service
 * listens there. A certificate that is not trusted is an answer.
 */
export function isUnanswered(error: unknown): boolean {
  const { code, command, originalCode = "", response, timeoutType } = error as SmtpError;
  const isConnecting = command === "CONN" || (command === undefined && code === "ECONNECTION");
  // After the greeting, a silent server exceeds this limit.
  if (!isConnecting || timeoutType === "SOCKET_TIMEOUT") return false;
  if (code === "EDNS" || code === privateHostCode) return false;
  const isReply = /^[45]\d\d[ -]/.test(response ?? "");
  const message = error instanceof Error ? error.message : "";
  return !isReply && !certificate.test(originalCode) && !certificate.test(message);
}

/** Tells the owner why a mail server accepts no emails at all, and what to do. */
export function describeServerFailure(error: unknown, server: ReadyServer): string {
  const { code = "", originalCode = "", ...failure } = error as SmtpError;
  const { timeoutType, command, responseCode } = failure;
  const { host, port, encryption } = mailServerIn(server.smtpUrl);
  const said = wordsOfServer(error, server);
  const place = `${host}, port ${port},`;
  if (code === privateHostCode) {
    return `${host} is in a private network or on the site’s own machine. The site sends mail there only if ALLOW_PRIVATE_MAIL_SERVER=yes is set on the server. Enter a public mail server, or ask the operator of the server to set it.`;
  }
  // One sentence for all these failures of a server from the panel. With different sentences, the
  // panel could find out which ports of a host are open.
  if (server.setBy === "panel" && isUnanswered(error)) {
    return `The mail server cannot be reached: no mail server answers at ${host}, port ${port}. Check host, port and encryption: port 465 usually needs TLS, port 587 STARTTLS. If they are right, a firewall or your hosting provider may block outgoing mail.`;
  }
  if (code === "EAUTH") {
    return `The mail server rejected the user name or the password: ${said}. ${login}`;
  }
  if (responseCode === 530) {
    return `The mail server requires a sign-in: ${said}. Enter the user name and the password.`;
  }
  if (command === "MAIL FROM") {
    return `The mail server rejected the sender: ${said}. Use an address that this user may send from.`;
  }
  if (code === "EDNS" || unknownHost.test(originalCode)) {
    return `The host ${host} cannot be found (${said}). Check its spelling.`;
  }
  if (originalCode === "ECONNREFUSED") {
    return `The mail server cannot be reached: ${place} refuses connections (${said}). Check host and port.`;
  }
  if (certificate.test(originalCode) || certificate.test(said)) {
    return `The certificate of ${host} cannot be trusted: ${said}. Use the host name that the certificate is made for, or ask your provider.`;
  }
  if (timeoutType === "GREETING_TIMEOUT" && encryption !== "tls") {
    return `The mail server does not respond: no greeting from ${place} in time. Port 465 usually needs TLS. Check port and encryption.`;
  }
  if (code === "ETIMEDOUT" || code === "EABORT") {
    return `The mail server cannot be reached: ${place} does not answer in time (${said}). Check host and port, and whether a firewall or your hosting provider blocks outgoing mail.`;
  }
  if (encryption === "tls" && noTls.test(said)) {
    return `The mail server does not speak TLS from the start on port ${port} (${said}). Choose STARTTLS, or another port.`;
  }
  if (command === "STARTTLS" || code === "ETLS") {
    return `The mail server cannot encrypt with STARTTLS on port ${port} (${said}). Choose TLS with port 465, or ask your provider.`;
  }
  return `The mail server cannot be reached: ${said}. Check host, port and encryption.`;
}

const login =
  "Check both. Some providers want a separate password for apps, or the whole email address as the user name.";

/**
 * The error message of the server or of the system, without the password and without a full stop.
 */
export function wordsOfServer(error: unknown, { smtpUrl }: ReadyServer): string {
  const { response } = error as SmtpError;
  const said = response ?? (error instanceof Error ? error.message : String(error));
  return secretsIn(smtpUrl)
    .reduce((words, secret) => words.replaceAll(secret, "…"), said)
    .replace(/\.$/, "");
}

/**
 * The forms in which SMTP sends the password. A server may repeat each form in an error message.
 */
function secretsIn(smtpUrl: string): string[] {
  const { username, password } = new URL(smtpUrl);
  if (password === "") return [];
  const [user, plain] = [decodeURIComponent(username), decodeURIComponent(password)];
  const inBase64 = (text: string) => Buffer.from(text).toString("base64");
  return [inBase64(`\0${user}\0${plain}`), inBase64(plain), plain];
}
