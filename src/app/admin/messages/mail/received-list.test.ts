import { expect, test } from "vitest";
import { dropReasons } from "#mail/incoming/drop-reasons.ts";
import type { ReceivedMail } from "#mail/incoming/read-incoming-mails.ts";
import { waitReasons } from "#mail/incoming/wait-reasons.ts";
import { resultOf } from "./received-list.tsx";
import { receivedRow } from "./received-row.server.ts";

const reader = { timeZone: "UTC" } as Parameters<typeof receivedRow>[1];

function resultIn(given: Pick<ReceivedMail, "state" | "reason">): string {
  const mail = {
    id: "1",
    receivedAt: 1,
    sender: "ada@example.com",
    subject: "",
    attachments: 0,
    repeats: 0,
    orderId: null,
    side: null,
  } as const;
  return resultOf(receivedRow({ ...mail, ...given }, reader));
}

test.each(Object.keys(waitReasons))("an email that waits says why in sentences: %s", (reason) => {
  const result = resultIn({ state: "waiting", reason });
  expect(result).toMatch(/^Waiting for your decision\. [A-Zada].+\.$/);
  expect(result).not.toContain(reason);
  expect(resultIn({ state: "dismissed", reason })).toMatch(/^Dismissed by the team\. .+\.$/);
});

test.each(Object.entries(dropReasons))("an ignored email says why: %s", (reason, sentence) => {
  expect(resultIn({ state: "dropped", reason })).toBe(sentence);
});

test("an email that fails DMARC names the person whom somebody may be pretending to be", () => {
  expect(resultIn({ state: "waiting", reason: "dmarc-failed" })).toContain(
    "(DMARC failed). Somebody may be pretending to be ada@example.com.",
  );
});

test("an email that waited before the upgrade has a reason too", () => {
  expect(resultIn({ state: "waiting", reason: null })).toBe(
    "Waiting for your decision. It came from an unexpected address.",
  );
});
