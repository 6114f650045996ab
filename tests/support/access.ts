import { createAuthentication } from "../../src/access/authentication.server.ts";
import { type Identity, identify } from "../../src/access/identify.ts";
import { resetPasswordLetter } from "../../src/access/reset-password-letter.ts";
import { queueLetter } from "../../src/mail/queue-letter.server.ts";
import { readConfiguration } from "../../src/platform/configuration.ts";
import type { Database } from "../../src/platform/database.ts";
import { createLog } from "../../src/platform/log.ts";

export type Access = Awaited<ReturnType<typeof openAccess>>;

/** Accounts and sessions over a database, and a way to read the mail that they send. */
export async function openAccess(database: Database, settings: Record<string, string> = {}) {
  const configuration = readConfiguration({ RATE_LIMIT_FACTOR: "1000", ...settings });
  const { publicUrl, passwordMinLength } = configuration;
  const secret = "a secret of thirty-two characters";
  const clock = () => Date.now();
  const post = { publicUrl, ownerEmail: undefined, clock };
  const authentication = await createAuthentication({
    database,
    configuration,
    secret,
    log: createLog("silent"),
    sendResetMail: (recipient, token) =>
      database.write((tx) => queueLetter(tx, post, resetPasswordLetter(recipient, token))),
  });
  return {
    authentication,
    database,
    clock,
    secret,
    post,
    publicUrl,
    passwordMinLength,
    /** The tokens that were mailed to somebody, oldest first. */
    async mailedTokens(recipient: string): Promise<string[]> {
      const mails = await database.read
        .selectFrom("mail_outbox")
        .select("text_body")
        .where("recipient", "=", recipient)
        .orderBy("id")
        .execute();
      return mails.map(({ text_body }) => /token=([\w-]+)/.exec(text_body)?.[1] ?? "");
    },
    /** Somebody as their next request shows them. */
    visit(cookies: readonly string[], clientAddress = "203.0.113.7"): Identity {
      const cookie = cookies.map((line) => line.split(";")[0]).join("; ");
      const request = new Request(`${publicUrl}/`, { headers: cookie === "" ? {} : { cookie } });
      return identify({ authentication, database }, request, clientAddress);
    },
  };
}

/** Headers of a request that carries no cookie. */
export function headersFrom(clientAddress: string, others: Record<string, string> = {}): Headers {
  return new Headers({ ...others, "x-furrow-client-address": clientAddress });
}
