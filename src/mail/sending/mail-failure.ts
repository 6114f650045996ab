/** Why a mail did not leave, and what follows from it. */
export interface MailFailure {
  /**
   * "server": no mail would have left, so all of them wait. "mail": this one was put off.
   * "forever": this one was refused, and would be again.
   */
  readonly kind: "server" | "mail" | "forever";
  /** A sentence for the owner. */
  readonly reason: string;
}

/** What nodemailer adds to its errors, as far as it got in the conversation. */
interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
  readonly response?: string;
}

/** The server wants a sign-in first, or closes: that is no word about the mail. */
const aboutTheServer = [421, 530];

/** Reads the error of an attempt to send. */
export function mailFailureOf(error: unknown): MailFailure {
  const { code, command, responseCode, response } = error as SmtpError;
  const said = response ?? (error instanceof Error ? error.message : String(error));
  if (responseCode === undefined && (code === "EENVELOPE" || code === "EMESSAGE")) {
    return { kind: "forever", reason: `The mail cannot be sent as it is: ${said}` };
  }
  const isAnswer = responseCode !== undefined && !aboutTheServer.includes(responseCode);
  if (isAnswer && (command === "RCPT TO" || command === "DATA")) {
    const what = command === "DATA" ? "the mail" : "the address";
    return responseCode >= 500
      ? { kind: "forever", reason: `The mail server refuses ${what}: ${said}` }
      : { kind: "mail", reason: `The mail server does not take ${what} yet: ${said}` };
  }
  if (code === "EAUTH") {
    return { kind: "server", reason: `The mail server refuses the sign-in of SMTP_URL: ${said}` };
  }
  if (command === "MAIL FROM") {
    return { kind: "server", reason: `The mail server refuses the sender of MAIL_FROM: ${said}` };
  }
  return { kind: "server", reason: `The mail server cannot be reached: ${said}` };
}
