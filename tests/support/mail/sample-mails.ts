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

const marked = "--- Write above this line to reply ---";

/** Replies as common email programs write them; each says "The old address\nshould stay." */
export const replies: Readonly<Record<string, Omit<SampleMail, "to">>> = {
  "Gmail, with an introduction on two lines": {
    headers: ["Content-Type: text/plain; charset=UTF-8"],
    body: `The old address\nshould stay.\n\nOn Fri, Nov 20, 2026 at 12:00 PM Furrow <\nreply+c1-0@example.org> wrote:\n\n> ${marked}\n>\n> Which address?\n`,
  },
  "Apple Mail": {
    headers: ["Content-Type: text/plain; charset=utf-8"],
    body: `The old address\nshould stay.\n\n> On 20 Nov 2026, at 12:00, Furrow <shop@example.org> wrote:\n> \n> ${marked}\n> \n> Which address?\n`,
  },
  "Outlook, with a block of headers": {
    headers: ["Content-Type: text/plain; charset=utf-8"],
    body: `The old address\nshould stay.\n\n________________________________\nFrom: Furrow <shop@example.org>\nSent: Friday, November 20, 2026 12:00\nTo: Ada Field <ada@example.com>\nSubject: A message\n\n${marked}\n\nWhich address?\n`,
  },
  "German Thunderbird with format=flowed": {
    headers: ["Content-Type: text/plain; charset=utf-8; format=flowed"],
    body: `The old \naddress\nshould stay.\n\nAm 20.11.26 um 12:00 schrieb Furrow:\n> ${marked}\n>\n> Which address?\n`,
  },
  "a program that writes HTML only": {
    headers: ["Content-Type: text/html; charset=utf-8"],
    body: `<div>The old address<br>should stay.</div><blockquote><p>${marked}</p><p>Which address?</p></blockquote>`,
  },
  "a program that writes plain text and HTML": {
    headers: ['Content-Type: multipart/alternative; boundary="b"'],
    body: `--b\nContent-Type: text/plain; charset=utf-8\n\nThe old address\nshould stay.\n\n> ${marked}\n--b\nContent-Type: text/html; charset=utf-8\n\n<p>Another text</p>\n--b--\n`,
  },
  "a person who has deleted the marker line": {
    headers: ["Content-Type: text/plain; charset=utf-8"],
    body: "The old address\nshould stay.\n\nOn Fri, 20 Nov 2026, Furrow wrote:\n> Which address?\n> Thank you.\n",
  },
  "a person who has deleted the quote": { body: "The old address\nshould stay.\n" },
};

/** The same words, "Größe: 5 €" or without the euro sign, in the encodings of real emails. */
export const encodings: Readonly<Record<string, readonly [string, Omit<SampleMail, "to">]>> = {
  "UTF-8 as it is": [
    "Größe: 5 €",
    { headers: ["Content-Type: text/plain; charset=UTF-8"], body: "Größe: 5 €" },
  ],
  "UTF-8 in quoted-printable": [
    "Größe: 5 €",
    {
      headers: [
        "Content-Type: text/plain; charset=UTF-8",
        "Content-Transfer-Encoding: quoted-printable",
      ],
      body: "Gr=C3=B6=C3=9Fe: =\n5 =E2=82=AC",
    },
  ],
  "UTF-8 in base64": [
    "Größe: 5 €",
    {
      headers: ["Content-Type: text/plain; charset=UTF-8", "Content-Transfer-Encoding: base64"],
      body: Buffer.from("Größe: 5 €").toString("base64"),
    },
  ],
  "ISO-8859-1": [
    "Größe: 5",
    {
      headers: ["Content-Type: text/plain; charset=ISO-8859-1", "Content-Transfer-Encoding: 8bit"],
      body: Buffer.from("Größe: 5", "latin1"),
    },
  ],
  "ISO-8859-1 in quoted-printable": [
    "Größe: 5",
    {
      headers: [
        "Content-Type: text/plain; charset=iso-8859-1",
        "Content-Transfer-Encoding: quoted-printable",
      ],
      body: "Gr=F6=DFe: 5",
    },
  ],
};

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
