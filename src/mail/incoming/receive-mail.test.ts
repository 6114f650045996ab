import { expect, test } from "vitest";
import { newToken } from "#platform/tokens.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { sampleMail } from "../../../tests/support/mail/sample-mails.ts";
import { parseHere } from "../../../tests/support/parse-here.ts";
import type { IncomingMail } from "./parse-incoming-mail.ts";
import { receiveMail } from "./receive-mail.ts";

describeStore("A received email", (openDatabase) => {
  test("is judged and stored without the tokens that it quotes", async () => {
    const database = await openDatabase();
    const token = newToken();
    const judged: IncomingMail[] = [];
    const dependencies = {
      database,
      clock: () => 5,
      parse: parseHere,
      judgeMail: async (_tx: unknown, mail: IncomingMail) => {
        judged.push(mail);
        return { state: "dropped", reason: "unknown-address" } as const;
      },
    };
    const link = `https://shop.example/order-link?token=${token}`;
    await receiveMail(
      dependencies,
      sampleMail({ subject: `Re: ${link}`, body: `Does ${link} work?\n\n> ${link}\n` }),
    );
    const [mail] = judged;
    expect(mail?.text).toContain("Does https://shop.example/order-link?token=… work?");
    expect(JSON.stringify(mail)).not.toContain(token);
    const rows = await database.read.selectFrom("incoming_mails").selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});
