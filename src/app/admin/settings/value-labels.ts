import type { MailServerFacts } from "#settings/settings.ts";

export const encryptionLabels: Readonly<Record<MailServerFacts["encryption"], string>> = {
  tls: "TLS from the start",
  starttls: "STARTTLS",
  none: "None (only for a mail server on the site’s own server)",
  "if-offered": "STARTTLS if the server offers it",
};

export const weekdayNames = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
