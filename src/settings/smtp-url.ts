import { isIPv6 } from "node:net";
import type { MailServerFacts } from "./settings.ts";

export function smtpUrlOf(
  { host, port, encryption, user }: MailServerFacts,
  password: string,
): string {
  const login = user === "" ? "" : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  const address = `${login}${isIPv6(host) ? `[${host}]` : host}:${port}`;
  switch (encryption) {
    case "tls":
      return `smtps://${address}`;
    case "starttls":
      return `smtp://${address}?requireTLS=true`;
    case "none":
      return `smtp://${address}?ignoreTLS=true`;
    case "if-offered":
      return `smtp://${address}`;
  }
}

export function mailServerIn(smtpUrl: string): MailServerFacts & { readonly hasPassword: boolean } {
  const { protocol, hostname, port, username, password, searchParams } = new URL(smtpUrl);
  const isTls = protocol === "smtps:";
  return {
    host: hostname.replace(/^\[(.*)\]$/, "$1"),
    // The default ports of nodemailer.
    port: port === "" ? (isTls ? 465 : 587) : Number(port),
    encryption: isTls ? "tls" : encryptionIn(searchParams),
    user: decodeURIComponent(username),
    hasPassword: password !== "",
  };
}

function encryptionIn(parameters: URLSearchParams): MailServerFacts["encryption"] {
  if (parameters.get("requireTLS") === "true") return "starttls";
  return parameters.get("ignoreTLS") === "true" ? "none" : "if-offered";
}
