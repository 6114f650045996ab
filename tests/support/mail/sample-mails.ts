import { newId } from "#platform/ids.ts";

interface SampleMail {
  readonly from?: string;
  readonly to?: string;
  readonly subject?: string;
  readonly messageId?: string;
  readonly headers?: readonly string[];
  readonly body?: string | Buffer;
}

/** An email of a person, as the bytes that a mail server hands over. */
export function sampleMail({
  from = "Ada Field <ada@example.com>",
  to = "reply@example.org",
  subject = "Re: A message about your order",
  messageId = `${newId()}@mail.example.com`,
  headers = [],
  body = "Hello.",
}: SampleMail = {}): Buffer {
  const head = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    ...(messageId === "" ? [] : [`Message-ID: <${messageId}>`]),
    "Date: Fri, 20 Nov 2026 12:00:00 +0000",
    ...headers,
  ];
  const content = typeof body === "string" ? body.replace(/\n/g, "\r\n") : body;
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), Buffer.from(content)]);
}

/** Emails that no person wrote, each with the reason for which the site ignores the email. */
export const automaticMails: Readonly<Record<string, readonly [string, Omit<SampleMail, "to">]>> = {
  "an out-of-office notice of Outlook": [
    "automatic",
    {
      subject: "Automatic reply: A message about your order",
      headers: ["Auto-Submitted: auto-generated", "X-Auto-Response-Suppress: All"],
      body: "I am out of the office until Monday, with limited access to my email.",
    },
  ],
  "a vacation notice of Gmail": [
    "automatic",
    {
      subject: "On holiday Re: A message about your order",
      headers: ["Auto-Submitted: auto-replied", "Precedence: bulk", "X-Autoreply: yes"],
      body: "Thank you for your message. I am back on 1 December.",
    },
  ],
  "a ticket system's confirmation": [
    "automatic",
    {
      subject: "[#4711] We have received your request",
      headers: ["Auto-Submitted: auto-replied (ticket)"],
      body: "Your request has been received.",
    },
  ],
  "an old autoresponder": [
    "automatic",
    { headers: ["Precedence: auto_reply"], body: "I will answer soon." },
  ],
  "a mailing list": [
    "bulk",
    { headers: ["Precedence: list", "List-Id: <talk.example.com>"], body: "Hello, list." },
  ],
  "a newsletter": [
    "bulk",
    { headers: ["Precedence: bulk", "List-Unsubscribe: <https://example.com/u>"], body: "News!" },
  ],
  "a bounce of Postfix": [
    "report",
    {
      from: "MAILER-DAEMON@mx.example.com (Mail Delivery System)",
      subject: "Undelivered Mail Returned to Sender",
      headers: [
        "Auto-Submitted: auto-replied",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="r"',
      ],
      body: "--r\n\n<ada@example.com>: host mx.example.com said: 550 5.1.1 User unknown\n--r\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example.com\n\nFinal-Recipient: rfc822; ada@example.com\nAction: failed\nStatus: 5.1.1\n--r--\n",
    },
  ],
  "a bounce of an old server, without a report": [
    "report",
    {
      from: "Mail Delivery Subsystem <postmaster@example.com>",
      subject: "Returned mail: see transcript for details",
      headers: ["Return-Path: <>"],
      body: "The following addresses had permanent fatal errors.",
    },
  ],
  "a read receipt": [
    "report",
    {
      headers: [
        'Content-Type: multipart/report; report-type=disposition-notification; boundary="r"',
      ],
      body: "--r\n\nYour message was displayed.\n--r--\n",
    },
  ],
};
