import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { queueMail } from "../outbox/outbox.server.ts";
import { claimMail, markMailFailed, markMailSent } from "./due-mail.server.ts";

const mail = { recipient: "a@example.com", subject: "S", text: "T", html: "T" };

describeOnEachDatabase("An email that two processes have found", (openDatabase) => {
  async function queued() {
    const database = await openDatabase();
    const id = await database.write((tx) => queueMail(tx, mail, 1000));
    const stored = () =>
      database.read.selectFrom("mail_outbox").selectAll().executeTakeFirstOrThrow();
    return { database, id, stored };
  }

  test("is claimed by only one of the processes", async () => {
    const { database, id } = await queued();
    const [one, other] = await Promise.all([claimMail(database, 1000), claimMail(database, 1000)]);
    expect([one?.id, other?.id].filter((claimed) => claimed !== undefined)).toEqual([id]);
  });

  test("is postponed for both processes after one failed attempt", async () => {
    const { database, stored } = await queued();
    const claimed = await claimMail(database, 1000);
    if (claimed === undefined) throw new Error("Nothing was due.");
    await markMailFailed(database, claimed, { reason: "451 later", at: 1000, dueAt: 31_000 });
    expect(await claimMail(database, 30_999)).toBeUndefined();
    expect(await stored()).toMatchObject({ state: "waiting", attempts: 1 });
    expect(await claimMail(database, 31_000)).toMatchObject({ row: { attempts: 2 } });
  });

  test("keeps the result of the process that has it after the lease of the other ended", async () => {
    const { database, stored } = await queued();
    const late = await claimMail(database, 1000);
    const present = await claimMail(database, 61_000);
    if (late === undefined || present === undefined) throw new Error("Nothing was due.");
    await markMailFailed(database, late, { reason: "451 later", at: 61_000, dueAt: null });
    expect(await stored()).toMatchObject({ state: "waiting", attempts: 2 });
    await markMailSent(database, present, 61_001);
    await markMailSent(database, present, 61_002);
    expect(await stored()).toMatchObject({ state: "sent", sent_at: 61_001, due_at: null });
    const history = await database.read.selectFrom("mail_history").selectAll().execute();
    expect(history).toMatchObject([{ event: "sent", at: 61_001 }]);
  });
});
