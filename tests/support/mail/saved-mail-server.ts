import { readConfiguration } from "#platform/configuration.ts";
import type { Database } from "#platform/database/database.ts";
import { system } from "#policy/actor.ts";
import { saveSettings } from "#settings/save-settings.ts";
import { readMailServer } from "#settings/stored-settings.server.ts";

const configuration = readConfiguration({});

/** Saves a mail server with a password, as an admin does in the panel. */
export async function saveMailServer(database: Database, secret: string): Promise<void> {
  const settings = { database, configuration, secret, clock: Date.now };
  const login = { user: "shop", password: "hedgerow-4711" };
  const ignored = {
    onMailServerChanged: async () => {},
    onTimeZoneChanged: async () => {},
    onFirstNumberChanged: async () => {},
    onBusinessChanged: async () => {},
    onBankTransferChanged: async () => {},
    onInvoicingChanged: async () => {},
    onPaymentModeChanged: async () => {},
  };
  await saveSettings({ ...settings, ...ignored }, system, {
    mailServer: { host: "mail.example.com", port: 465, encryption: "tls", ...login },
    mailSender: "shop@example.com",
  });
}

export function mailServerOf({ read }: Database, secret: string) {
  return readMailServer({ configuration, secret }, read);
}

export const savedMailServer = {
  state: "ready",
  smtpUrl: "smtps://shop:hedgerow-4711@mail.example.com:465",
  from: "shop@example.com",
  setBy: "panel",
  mayBePrivate: false,
};
