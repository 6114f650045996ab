import { expect, test } from "vitest";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { postFor } from "../../../tests/support/mail/post.ts";
import { queuedEmails } from "../../../tests/support/mail/queued-emails.ts";
import { tellOfRefusedRelease } from "./release-emails.server.ts";

describeStore("A release that could not be published", (openDatabase) => {
  test("is told to the owner and to the person who set its time, with the reasons", async () => {
    const database = await openDatabase();
    const post = postFor({
      ownerEmail: "olga@example.com",
      readTeam: async () => [
        { accountId: "account-olga", email: "olga@example.com", role: "Admin" },
        { accountId: "account-piet", email: "piet@example.com", role: "Editor" },
        { accountId: "account-wim", email: "wim@example.com", role: "Writer" },
      ],
    });
    const tell = (accountId: string) =>
      database.write((tx) =>
        tellOfRefusedRelease(post)(tx, {
          id: "release-1",
          name: "Spring",
          plannedFor: Date.UTC(2026, 10, 20, 8),
          timeZone: "Europe/Berlin",
          accountId,
          faults: [
            { recordId: "1", field: "packagePrice", message: "Pricing: Price is required." },
            { recordId: null, field: null, message: "Another reason." },
          ],
        }),
      );
    await tell("account-piet");
    const emails = await queuedEmails(database, { letter: "releaseRefusedOwner" });
    expect(emails.map(({ recipient }) => recipient).toSorted()).toEqual([
      "olga@example.com",
      "piet@example.com",
    ]);
    for (const { subject, text } of emails) {
      expect(subject).toContain("Spring");
      expect(text).toContain("Pricing: Price is required.\nAnother reason.");
      expect(text).toContain("09:00");
      expect(text).toContain("/releases/release-1");
    }
    // The owner is told once, also of an own release; somebody who left the team is not told.
    await tell("account-olga");
    await tell("account-gone");
    expect(await queuedEmails(database, { letter: "releaseRefusedOwner" })).toHaveLength(4);
  });
});
