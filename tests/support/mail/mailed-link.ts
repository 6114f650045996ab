import { expect } from "@playwright/test";
import { scaled } from "../time-limits.ts";
import type { MailServer } from "./mail-server.ts";

/**
 * Waits until an email with a link to a page has arrived, and returns the link in the newest such
 * email.
 */
export async function mailedLink(
  { deliveries }: MailServer,
  recipient: string,
  path: string,
  query = "[\\w.-]+",
): Promise<string> {
  const pattern = new RegExp(`http\\S+${path}\\?token=${query}`);
  const links = () =>
    deliveries
      .filter(({ recipients }) => recipients.includes(recipient))
      .flatMap(({ text }) => pattern.exec(decoded(text))?.[0] ?? []);
  await expect.poll(() => links().length, { timeout: scaled(30_000) }).toBeGreaterThan(0);
  return links().at(-1) ?? "";
}

/** Text of an email without the line ends and signs of its encoding (quoted-printable). */
export function decoded(text: string): string {
  return text.replaceAll("=\r\n", "").replaceAll("=3D", "=");
}
