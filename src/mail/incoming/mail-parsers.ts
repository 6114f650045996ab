import type { Parser } from "#platform/parsing/parser.ts";
import type { IncomingMail } from "./parse-incoming-mail.ts";

const excess = "The email is built in a way that takes too long to read.";

const whole: Parser<Uint8Array, IncomingMail> = {
  name: "email",
  lane: "files",
  excess,
  async load() {
    const { parseIncomingMail } = await import("./parse-incoming-mail.ts");
    return parseIncomingMail;
  },
};

/** For an email whose parts cannot be read within the limits. */
const headersAlone: Parser<Uint8Array, IncomingMail> = {
  name: "headers of an email",
  lane: "files",
  excess,
  async load() {
    const { unparsedMail } = await import("./unparsed-mail.ts");
    return unparsedMail;
  },
};

export const mailParsers = { whole, headersAlone };
