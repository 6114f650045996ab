import { expect, test } from "vitest";
import type { Database } from "#platform/database/database.ts";
import type { Actor } from "#policy/actor.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeStore } from "../../../tests/support/databases/databases.ts";
import { ada, owner } from "../../../tests/support/orders/shop.ts";
import { openAccess, registered, registeredAdmin } from "../../../tests/support/rights/access.ts";
import { findPerson, pageOfPeople } from "./people.ts";
import {
  nameFromOrder,
  readProfile,
  saveDetailsOfCustomer,
  saveProfile,
  seenDetails,
} from "./profile.ts";
import { writeToCustomer } from "./write-to-customer.ts";

const nothing = {
  customerName: "",
  customerAddress: "",
  customerCountry: "",
  customerWebsite: "",
};

async function open(database: Database) {
  const access = await openAccess(database);
  const { actor } = await registered(access, "ada@example.com");
  const { accountId } = actor as Actor & { accountId: string };
  return {
    access,
    actor,
    accountId,
    order: (name: string) =>
      database.write((tx) => nameFromOrder(tx, accountId, name, access.clock())),
    person: () => findPerson(access, owner, accountId),
    list: async () =>
      (await pageOfPeople(access, owner, { search: "", page: 1, pageSize: 10 })).items.map(
        ({ email, name }) => [email, name],
      ),
  };
}

describeStore("The details of a customer", (openDatabase) => {
  test("have the name of the last order, until the person saves another name", async () => {
    const { access, actor, order, person, list } = await open(await openDatabase());
    await order("Ada Field");
    expect(await list()).toEqual([["ada@example.com", "Ada Field"]]);
    await order("Ada Barley");
    expect((await person()).profile?.customerName).toBe("Ada Barley");
    // The form of the details still begins with the last order, which also has the address.
    expect(await readProfile(access, actor)).toBeUndefined();
    await saveProfile(access, actor, { ...nothing, customerName: "Countess" });
    await order("Ada Field");
    expect((await person()).profile?.customerName).toBe("Countess");
    expect(await readProfile(access, actor)).toEqual({ ...nothing, customerName: "Countess" });
  });

  test("can be changed by the team, with an entry in the audit log, but not over another change", async () => {
    const { access, actor, accountId, order, person } = await open(await openDatabase());
    const { actor: admin } = await registeredAdmin(access, "boss@example.com");
    await order("Ada Field");
    const seen = seenDetails((await person()).profile);
    const change = { ...nothing, customerName: "Ada F.", customerCountry: "Norway", seen };
    await expect(saveDetailsOfCustomer(access, actor, accountId, change)).rejects.toMatchObject({
      code: "forbidden",
    });
    await saveDetailsOfCustomer(access, admin, accountId, change);
    expect((await person()).profile).toEqual({
      ...nothing,
      customerName: "Ada F.",
      customerCountry: "Norway",
    });
    expect(await auditEntries(access.database)).toMatchObject([
      {
        action: "Change details of customer",
        after_json: '{"changed":["customerName","customerCountry"]}',
      },
    ]);
    await expect(saveDetailsOfCustomer(access, admin, accountId, change)).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(saveDetailsOfCustomer(access, admin, "nobody", change)).rejects.toMatchObject({
      code: "not-found",
    });
    await order("Ada Field");
    expect((await person()).profile?.customerName).toBe("Ada F.");
  });

  test("are listed without the people of the team", async () => {
    const { access, list } = await open(await openDatabase());
    await registeredAdmin(access, "boss@example.com");
    expect((await list()).map(([email]) => email)).toEqual(["ada@example.com"]);
  });
});

describeStore("An email that the team writes to a customer", (openDatabase) => {
  test("is queued once for a key, and answers go to the first admin", async () => {
    const { access, accountId } = await open(await openDatabase());
    const { actor: admin } = await registeredAdmin(access, "boss@example.com");
    const email = { subject: " Your website ", text: "Hello Ada.\nShall we talk?" };
    const send = (actor: Actor, input: object = email, account = accountId) =>
      writeToCustomer(access, actor, account, input, "one");
    await expect(send(ada)).rejects.toMatchObject({ code: "forbidden" });
    await expect(send(admin, { subject: "", text: "x" })).rejects.toMatchObject({
      code: "invalid",
      issues: [{ path: "subject" }],
    });
    await expect(send(admin, email, "nobody")).rejects.toMatchObject({ code: "not-found" });
    await send(admin);
    await send(admin);
    await expect(send(admin, { ...email, text: "Another" })).rejects.toMatchObject({
      code: "key-reused",
    });
    const mails = await access.database.read
      .selectFrom("mail_outbox")
      .select(["recipient", "subject", "text_body", "reply_to", "about", "letter"])
      .where("about", "=", accountId)
      .execute();
    expect(mails).toEqual([
      {
        recipient: "ada@example.com",
        subject: "Your website",
        text_body: "Hello Ada.\nShall we talk?",
        reply_to: "boss@example.com",
        about: accountId,
        letter: null,
      },
    ]);
    expect(await auditEntries(access.database)).toMatchObject([
      { action: "Write to customer", after_json: '{"subject":"Your website"}' },
    ]);
  });
});
