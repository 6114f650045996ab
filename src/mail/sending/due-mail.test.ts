import { expect, test } from "vitest";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { queueMail } from "../outbox/outbox.server.ts";
import { claimMail, findDueMail, markMailFailed } from "./due-mail.server.ts";

const mail = { recipient: "a@example.com", subject: "S", text: "T", html: "T" };

describeOnEachDatabase("An email that two processes have found", (openDatabase) => {
  async function found() {
    const database = await openDatabase();
    const time = { now: 1000 };
    await database.write((tx) => queueMail(tx, mail, time.now));
    const claim = async (id: string | undefined) => claimMail(database, () => time.now, id ?? "");
    const [one, other] = [await findDueMail(database, 1000), await findDueMail(database, 1000)];
    return { database, time, claim, one, other };
  }

  test("is claimed by only one of the processes", async () => {
    const { claim, one, other } = await found();
    expect(await claim(one)).toMatchObject({ recipient: "a@example.com", attempts: 0 });
    expect(await claim(other)).toBeUndefined();
  });

  test("is postponed for both processes after one failed attempt, and keeps its number of attempts", async () => {
    const { database, time, claim, one, other } = await found();
    await claim(one);
    const later = { reason: "451 later", at: 1000, nextAttemptAt: 31_000 };
    await markMailFailed(database, one ?? "", later);
    expect(await claim(other)).toBeUndefined();
    time.now = 31_000;
    expect(await claim(other)).toMatchObject({ attempts: 1 });
  });
});
