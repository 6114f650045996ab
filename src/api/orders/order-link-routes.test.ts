import { expect, test } from "vitest";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { openSite, orderBy } from "../../../tests/support/servers/site.ts";

test("links of an order are listed without their tokens, and their recipient or the team can end them", async () => {
  const site = await openSite();
  const [admin, ada] = [await site.admin(), await site.register("ada@example.com")];
  const [first, second] = [await orderBy(ada), await orderBy(ada)];
  const list = `/api/order/${first}/links`;
  const listed = await (await ada.call("GET", list)).json();
  expect(listed).toEqual([
    {
      accountId: expect.any(String),
      email: "ada@example.com",
      mayEnd: true,
      links: [
        {
          opens: "payment",
          count: 1,
          lastUsedAt: null,
          sentAt: expect.any(String),
          expiresAt: expect.any(String),
        },
      ],
    },
  ]);
  const [{ links, accountId }] = listed;
  const days = (Date.parse(links[0].expiresAt) - Date.parse(links[0].sentAt)) / 86_400_000;
  expect(days).toBe(14);
  expect(await (await admin.call("GET", list)).json()).toEqual(listed);
  const mails = await site.services.database.read
    .selectFrom("mail_outbox")
    .select("text_body")
    .execute();
  const tokens = mails.flatMap(
    ({ text_body }) => /order-link\?token=([\w-]+)/.exec(text_body)?.[1] ?? [],
  );
  expect(tokens).toHaveLength(2);
  for (const token of tokens) expect(JSON.stringify(listed)).not.toContain(token);

  const ended = await ada.call("DELETE", `${list}/${accountId}`);
  expect(await ended.json()).toEqual([{ ...listed[0], links: [] }]);
  const other = `/api/order/${second}/links`;
  expect((await (await ada.call("GET", other)).json())[0].links).toHaveLength(1);
  expect((await admin.call("DELETE", `${other}/${accountId}`)).status).toBe(200);
  expect((await (await ada.call("GET", other)).json())[0].links).toEqual([]);
  expect(await auditEntries(site.services.database)).toHaveLength(1);
  await site.close();
});
