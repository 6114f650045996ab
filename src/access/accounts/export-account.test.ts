import { expect, test } from "vitest";
import { receiveMessage } from "#inbox/messages/receive-message.ts";
import { subscribe } from "#inbox/subscribers/subscribe.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { openShop, orderForm } from "../../../tests/support/orders/shop.ts";
import {
  type Access,
  openAccess,
  registered,
  registeredAdmin,
  verified,
} from "../../../tests/support/rights/access.ts";
import { exportAccount } from "./export-account.ts";
import { saveProfile } from "./profile.ts";

const email = "ada@example.com";
const sender = { clientAddress: "203.0.113.7" };
const { packageName: _name, packagePrice: _price, ...order } = orderForm;
const details = { ...order, customerWebsite: "https://field.example" };

describeStore("The export of an account", (openDatabase) => {
  test("contains all data of the account, but no messages and subscriptions while the address is unverified", async () => {
    const access = await openAccess(await openDatabase());
    const shop = await openShop(access.database);
    const ada = await registered(access, email);
    const ben = await registered(access, "ben@example.com");
    await saveProfile(access, ada.actor, details);
    await placeOrder(shop, ada.actor, orderForm);
    await placeOrder(shop, ben.actor, { ...orderForm, customerName: "Ben Hill" });
    await receiveMessage(access, sender, { email: "ADA@example.com", message: 'Say "hello"\n' });
    await subscribe(access, sender, { subemail: email });

    const before = await fileOf(access, ada.actor, ada.actor.accountId);
    expect(before).toMatchObject({
      account: { id: ada.actor.accountId, email, emailVerified: false },
      profile: details,
      orders: [{ number: 1, price: "149.00", customerName: "Ada Field", history: [] }],
      messages: [],
      subscriptions: [],
    });
    await verified(access, ada.actor.accountId);
    const after = await fileOf(access, ada.actor, ada.actor.accountId);
    expect(after).toMatchObject({
      messages: [{ message: 'Say "hello"' }],
      subscriptions: [{ email }],
      mails: [
        { subject: "Welcome to the field" },
        { subject: "Your order 1 is placed" },
        { subject: "We have received your message" },
      ],
    });
    // An id may have any letters.
    expect(JSON.stringify(after).replaceAll(ada.actor.accountId, "")).not.toMatch(/ben/i);
  });

  test("is available to the customer and to admins, and adds an audit entry when an admin exports", async () => {
    const access = await openAccess(await openDatabase());
    const owner = await registeredAdmin(access, "owner@example.com");
    const ada = await registered(access, email);
    const ben = await registered(access, "ben@example.com");
    const { accountId } = ada.actor;
    const stranger = exportAccount(access, ben.actor, accountId);
    await expect(stranger).rejects.toMatchObject({ code: "forbidden" });
    const own = await fileOf(access, ada.actor, accountId);
    expect(await fileOf(access, owner.actor, accountId)).toEqual({
      ...own,
      madeAt: expect.anything(),
    });
    const log = await access.database.read.selectFrom("audit_log").selectAll().execute();
    expect(log).toMatchObject([{ action: "Download personal data", subject_id: accountId }]);
  });
});

async function fileOf(access: Access, actor: Parameters<typeof exportAccount>[1], id: string) {
  const { name, text } = await exportAccount(access, actor, id);
  expect(name).toMatch(/^furrow-data-\d{4}-\d\d-\d\d\.json$/);
  let whole = "";
  for await (const part of text) whole += part;
  return JSON.parse(whole);
}
