import { expect, test } from "vitest";
import type { SignedInActor } from "#policy/actor.ts";
import { requireInOwnCompany } from "#policy/rights.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import {
  type Access,
  openAccess,
  registered,
  registeredAdmin,
  verified,
} from "../../../tests/support/rights/access.ts";
import { deleteOwnAccount } from "../accounts/delete-account.ts";
import { identify } from "../sessions/current-actor.ts";
import { createApiKey, listApiKeys, listTeamKeys, revokeApiKey } from "./api-keys.ts";

let forms = 0;
const newForm = (form: object = {}) => {
  forms += 1;
  return { name: "Export", access: "all", days: "90", key: `form-${forms}`, ...form };
};

/** The actor of a request to the REST interface with a key. */
function actorWith(
  access: Access,
  key: string,
  { method = "GET", path = "/api/orders", cookie = "", address = "203.0.113.7" } = {},
) {
  const request = new Request(`${access.publicUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(cookie && { cookie }) },
  });
  return identify({ ...access, limits: access.post }, request, address).actor();
}

describeOnEachDatabase("An API key", (openDatabase) => {
  async function open(settings: Record<string, string> = {}) {
    const access = await openAccess(await openDatabase(), settings);
    const owner = await registeredAdmin(access, "owner@example.com");
    const create = (form: object = {}, actor: SignedInActor = owner.actor) =>
      createApiKey(access, actor, newForm(form));
    return { access, owner, create };
  }

  test("acts for its person with the chosen role, and is stored as a hash", async () => {
    const { access, owner, create } = await open();
    const { secret } = await create();
    expect(secret).toMatch(/^furrow_[\w-]{43}$/);
    expect(await actorWith(access, secret)).toMatchObject({
      kind: "admin",
      accountId: owner.actor.accountId,
      key: { name: "Export" },
    });
    const limited = await create({ role: "Accountant", access: "read" });
    expect(await actorWith(access, limited.secret)).toMatchObject({
      kind: "staff",
      role: "Accountant",
      key: { isReadOnly: true },
    });
    await expect(actorWith(access, limited.secret, { method: "POST" })).rejects.toMatchObject({
      code: "forbidden",
    });
    const stored = JSON.stringify(
      await access.database.read.selectFrom("api_keys").selectAll().execute(),
    );
    expect(stored).not.toContain(secret);
    expect(stored).toContain(secret.slice(0, 13));
    expect(await access.lettersTo("owner@example.com")).toContain("apiKeyCreated");
  });

  test("of a colleague has the colleague's rights in the company, except the right to manage people", async () => {
    const { access, create } = await open();
    const ada = await registered(access, "ada@example.com");
    await verified(access, ada.actor.accountId);
    const { secret } = await create({}, ada.actor);
    const rights = { orders: 0, payments: 1, may_order: 0, people: 0 };
    await access.database.write(async (tx) => {
      await tx
        .insertInto("companies")
        .values({ id: "farm", name: "Farm", created_at: 0 })
        .execute();
      await tx
        .insertInto("company_people")
        .values({
          account_id: ada.actor.accountId,
          company_id: "farm",
          ...rights,
          invited_by: null,
          since: 0,
        })
        .execute();
    });
    expect(await actorWith(access, secret)).toMatchObject({
      company: {
        id: "farm",
        rights: { orders: false, payments: true, mayOrder: false, people: false },
      },
    });
    await access.database.write((tx) =>
      tx.updateTable("company_people").set({ orders: 1, may_order: 1, people: 1 }).execute(),
    );
    const manager = await actorWith(access, secret);
    expect(manager).toMatchObject({ company: { rights: { people: true } } });
    expect(() => requireInOwnCompany(manager, "people")).toThrow("This API key may not do this.");
  });

  test("of a customer has the rights of a customer, also when the person gets a role later", async () => {
    const { access, create } = await open();
    const ada = await registered(access, "ada@example.com");
    await expect(create({}, ada.actor)).rejects.toMatchObject({ code: "conflict" });
    await verified(access, ada.actor.accountId);
    const { secret } = await create({}, ada.actor);
    await expect(create({ role: "Writer" }, ada.actor)).rejects.toMatchObject({
      issues: [{ path: "role" }],
    });
    await access.database.write((tx) =>
      tx
        .insertInto("user_records")
        .values({
          id: "record",
          user_email: "ada@example.com",
          email_key: "ada@example.com",
          user_role: "Admin",
          created_at: 1,
        })
        .execute(),
    );
    expect(await actorWith(access, secret)).toMatchObject({ kind: "customer" });
  });

  test("ends at the next request when it is revoked or expires, and when the role is taken away", async () => {
    const { access, owner, create } = await open();
    const [revoked, expired, roleless] = [await create(), await create(), await create()];
    const refused = { code: "unauthenticated" };
    await revokeApiKey(access, owner.actor, revoked.id);
    await expect(actorWith(access, revoked.secret)).rejects.toMatchObject(refused);
    await access.database.write((tx) =>
      tx.updateTable("api_keys").set({ expires_at: 1 }).where("id", "=", expired.id).execute(),
    );
    await expect(actorWith(access, expired.secret)).rejects.toMatchObject(refused);
    expect(await listApiKeys(access, owner.actor)).toMatchObject([{ id: roleless.id }]);
    const setRole = (user_role: string) =>
      access.database.write((tx) => tx.updateTable("user_records").set({ user_role }).execute());
    await setRole("Manager");
    await expect(actorWith(access, roleless.secret)).rejects.toMatchObject(refused);
    await setRole("Admin");
    expect(await actorWith(access, roleless.secret)).toMatchObject({ kind: "admin" });
    await access.database.write((tx) => tx.deleteFrom("user_records").execute());
    await expect(actorWith(access, roleless.secret)).rejects.toMatchObject(refused);
  });

  test("is created only after a confirmation, and not with another key", async () => {
    const { access, owner, create } = await open();
    const { confirmedRecently: _longAgo, ...left } = owner.actor;
    await expect(create({}, left as SignedInActor)).rejects.toMatchObject({
      extra: { confirmationRequired: true },
    });
    const { id, secret } = await create();
    const actor = (await actorWith(access, secret)) as SignedInActor;
    const attempts = [
      () => create({}, actor),
      () => listApiKeys(access, actor),
      () => listTeamKeys(access, actor),
      () => revokeApiKey(access, actor, id),
      () => deleteOwnAccount(access, actor, owner.headers, { password: "x", understood: "yes" }),
    ];
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toMatchObject({ code: "forbidden" });
    }
  });

  test("is created once when its form is sent twice, and a person has at most twenty", async () => {
    const { access, owner } = await open();
    const form = newForm();
    const both = await Promise.all([1, 2].map(() => createApiKey(access, owner.actor, form)));
    expect(both[0]?.secret).toBe(both[1]?.secret);
    expect(await listApiKeys(access, owner.actor)).toHaveLength(1);
    const mails = await access.lettersTo("owner@example.com");
    expect(mails.filter((name) => name === "apiKeyCreated")).toHaveLength(1);
    const more = Array.from({ length: 19 }, () => createApiKey(access, owner.actor, newForm()));
    await Promise.all(more);
    await expect(createApiKey(access, owner.actor, newForm())).rejects.toMatchObject({
      code: "conflict",
    });
    // After ten minutes, the same form no longer shows the key.
    await access.database.write((tx) =>
      tx
        .updateTable("api_keys")
        .set({ created_at: Date.now() - 11 * 60_000 })
        .execute(),
    );
    await expect(createApiKey(access, owner.actor, form)).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("that was revoked long ago stays revoked when its form is sent again", async () => {
    const { access, owner } = await open();
    const form = newForm();
    const { id, secret } = await createApiKey(access, owner.actor, form);
    await revokeApiKey(access, owner.actor, id);
    const longAgo = Date.now() - 400 * 24 * 60 * 60_000;
    await access.database.write((tx) =>
      tx.updateTable("api_keys").set({ revoked_at: longAgo, expires_at: longAgo }).execute(),
    );
    await createApiKey(access, owner.actor, newForm());
    await expect(createApiKey(access, owner.actor, form)).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(actorWith(access, secret)).rejects.toMatchObject({ code: "unauthenticated" });
  });

  test("makes the server ignore the request's cookies, and opens no page", async () => {
    const { access, owner, create } = await open();
    const cookie = owner.headers.get("cookie") ?? "";
    const { secret } = await create({ role: "Writer" });
    expect(await actorWith(access, secret, { cookie })).toMatchObject({ role: "Writer" });
    const seeAs = `${cookie}; furrow-see-as=Worker`;
    const whole = await create();
    expect(await actorWith(access, whole.secret, { cookie: seeAs })).toMatchObject({
      kind: "admin",
    });
    await expect(actorWith(access, "furrow_wrong", { cookie })).rejects.toMatchObject({
      code: "unauthenticated",
    });
    const page = await actorWith(access, whole.secret, { cookie, path: "/admin" });
    expect(page).toEqual({ kind: "visitor" });
    const request = new Request(`${access.publicUrl}/api/auth/confirm`, {
      headers: { authorization: `Bearer ${secret}`, cookie },
    });
    const identity = identify({ ...access, limits: access.post }, request, "203.0.113.7");
    expect(identity.signInHeaders().get("cookie")).toBeNull();
  });

  test("still works when its network has reached the limit of thirty wrong API keys an hour", async () => {
    const { access, create } = await open({ RATE_LIMIT_FACTOR: "1" });
    const { secret } = await create();
    for (let attempt = 0; attempt < 30; attempt++) {
      await expect(actorWith(access, `furrow_${attempt}`)).rejects.toMatchObject({
        code: "unauthenticated",
      });
    }
    await expect(actorWith(access, "furrow_x")).rejects.toMatchObject({ code: "too-many" });
    expect(await actorWith(access, secret)).toMatchObject({ kind: "admin" });
    await expect(actorWith(access, "furrow_x", { address: "198.51.100.1" })).rejects.toMatchObject({
      code: "unauthenticated",
    });
  });

  test("records its use at most once an hour, and can be seen and revoked by owners", async () => {
    const { access, owner, create } = await open();
    const eve = await registeredAdmin(access, "eve@example.com");
    const { id, secret } = await create({ name: "Eve's script" }, eve.actor);
    await actorWith(access, secret);
    const [first] = await listTeamKeys(access, owner.actor);
    expect(first).toMatchObject({ email: "eve@example.com", name: "Eve's script" });
    expect(first?.lastUsedAt).toBeGreaterThan(Date.now() - 60_000);
    await actorWith(access, secret);
    expect((await listTeamKeys(access, owner.actor))[0]?.lastUsedAt).toBe(first?.lastUsedAt);
    const ada = await registered(access, "ada@example.com");
    await expect(listTeamKeys(access, ada.actor)).rejects.toMatchObject({ code: "forbidden" });
    await expect(revokeApiKey(access, ada.actor, id)).rejects.toMatchObject({ code: "not-found" });
    await revokeApiKey(access, owner.actor, id);
    await revokeApiKey(access, owner.actor, id);
    await expect(actorWith(access, secret)).rejects.toMatchObject({ code: "unauthenticated" });
    const actions = (await auditEntries(access.database)).map(({ action }) => action);
    expect(actions.filter((action) => action.includes("API key"))).toEqual([
      "Create own API key",
      "Revoke API key",
    ]);
  });
});
