import fc from "fast-check";
import { expect, test } from "vitest";
import { addPerson, readMembership } from "#companies/company-people.server.ts";
import { sendOrderMessage } from "#conversation/messages/send-order-message.ts";
import { cancelOrder } from "#money/cancelling/cancel-order.ts";
import { startPayment } from "#money/paying/start-payment.ts";
import { moveOrder, undoMove } from "#orders/companies/move-order.ts";
import { companyRecipients } from "#orders/company-recipients.server.ts";
import { findCustomerOrder, findOrder } from "#orders/find-order.ts";
import { listOrders, pageOfOrders, undeliveredOrders } from "#orders/list-orders.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { AppError, StartError } from "#platform/errors.ts";
import { newId } from "#platform/ids.ts";
import { hashOfToken } from "#platform/tokens.ts";
import { type Actor, system } from "#policy/actor.ts";
import { everyCompanyRight } from "#policy/company.ts";
import type { TeamRole } from "#policy/roles.ts";
import { spentTotalCents } from "#sales/order-totals.ts";
import { saveBriefAnswers, sendBrief } from "#work/brief/save-order-brief.ts";
import { acceptDelivery, askForChanges } from "#work/deliveries/delivery-answers.ts";
import { orderDeliveries } from "#work/deliveries/delivery-list.ts";
import { deliverOrder } from "#work/deliveries/delivery-order.ts";
import { reopenOrder } from "#work/deliveries/reopen-order.ts";
import { auditEntries } from "../../../tests/support/databases/audit-entries.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { waitsForLock } from "../../../tests/support/databases/waits-for-lock.ts";
import { changes, proofs } from "../../../tests/support/orders/order-in-stage.ts";
import { orderForm } from "../../../tests/support/orders/shop.ts";
import { goodPassword, registered, registeredAdmin } from "../../../tests/support/rights/access.ts";
import { manager, onlyOrders, openCompanies } from "../../../tests/support/rights/companies.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import { confirmAddress } from "../accounts/verify-address.ts";
import { addUserRecord, removeUserRecord, updateUserRecord } from "../admins/admins.ts";
import { ensureFirstAdmin, setUpFirstAdmin, setUpToken } from "../admins/first-admin.ts";
import { acceptInvitation } from "../admins/invitations.server.ts";
import { call } from "../sessions/sign-in.ts";
import {
  acceptCompanyInvitation,
  inviteToCompany,
  readCompanyInvitation,
} from "./company-invitations.ts";
import { mergeCompanies } from "./merge-companies.ts";
import { leaveCompany, readOwnCompany, removePerson, takeOutOfCompany } from "./own-company.ts";
import { listSharedCompanies } from "./shared-companies.ts";

const conflict = { code: "conflict" };
const notFound = { code: "not-found" };
const forbidden = { code: "forbidden" };
const sure = (email: string) => ({ email, understood: "yes" });

const longPassword = "a long and rather dull password";

type Person = Awaited<ReturnType<typeof registered>>;

async function openTeam(openDatabase: () => Promise<Database>) {
  const companies = await openCompanies(await openDatabase());
  const { access, person, join } = companies;
  const boss = await registeredAdmin(access, "boss@example.com");
  const admin = async () => boss.now();
  const idOf = (one: Person) => one.actor.accountId;
  return {
    ...companies,
    boss,
    admin,
    idOf,
    secret: access.secret,
    /** A company of two people: the first manages people. */
    async company(first: string, second: string) {
      const people = [await person(first), await person(second)] as const;
      await join(people[0], people[1], onlyOrders);
      return people;
    },
    giveRole: async (email: string, userRole: TeamRole = "Manager") =>
      addUserRecord(companies.deps, await admin(), { userEmail: email, userRole }),
    /** Ben, who has not confirmed his address, in the company of Ada. */
    async unconfirmedColleague() {
      await person("ada");
      const ben = await registered(access, "ben@example.com");
      await mergeCompanies(companies.deps, await admin(), idOf(ben), sure("ada@example.com"));
      return ben;
    },
    /** The token of a new link that confirms the address of a person. */
    async confirmationOf({ headers, actor: { email } }: Person) {
      await call(access.access, headers, "/send-verification-email", { email });
      return (await access.mailedTokens(email)).at(-1) ?? "";
    },
    /** Stores a role without the checks, as an earlier version could. */
    storeOldRole: (email: string, user_role: TeamRole) =>
      access.database.write((tx) =>
        tx
          .insertInto("user_records")
          .values({
            id: newId(),
            user_email: email,
            email_key: email,
            user_role,
            created_at: 1,
          })
          .execute(),
      ),
  };
}

type Team = Awaited<ReturnType<typeof openTeam>>;

/** Counted from the tables, with none of the program's own functions. */
async function sharing({ read }: Database): Promise<string[]> {
  const users = await read.selectFrom("user").select(["id", "email"]).execute();
  const records = await read.selectFrom("user_records").select("email_key").execute();
  const rows = await read
    .selectFrom("company_people")
    .select(["account_id", "company_id"])
    .execute();
  const orders = await read
    .selectFrom("orders")
    .select(["number", "account_id", "company_id"])
    .execute();
  const companyOf = (id: string) =>
    rows.find(({ account_id }) => account_id === id)?.company_id ?? id;
  const team = users.filter(({ email }) => records.some(({ email_key }) => email_key === email));
  return team.flatMap(({ id, email }) => [
    ...users
      .filter((other) => other.id !== id && companyOf(other.id) === companyOf(id))
      .map((other) => `${email} shares a company with ${other.email}`),
    ...orders
      .filter((order) => order.company_id === companyOf(id) && order.account_id !== id)
      .map(({ number }) => `${email} has order ${number} of somebody else`),
  ]);
}

interface Door {
  readonly name: string;
  /** Prepares the attempt. The returned function must be refused with a "conflict". */
  readonly prepare: (team: Team) => Promise<() => Promise<unknown>>;
  /** Part of the sentence. */
  readonly says: string;
}

const worker = { userEmail: "ben@example.com", userRole: "Worker" };
const separate = "Remove them there first, then give them the role.";

/**
 * Calls that give a role, confirm an address or add a person to a company, and are not among the
 * calls of the test of any sequence.
 */
const doors: readonly Door[] = [
  {
    name: "give a role to a person of a company",
    async prepare({ company, deps, admin }) {
      await company("ada", "ben");
      return async () => addUserRecord(deps, await admin(), worker);
    },
    says: `ben@example.com belongs to the company of ada@example.com. ${separate}`,
  },
  {
    name: "give a role to an unconfirmed address whose account was merged into a company",
    async prepare({ unconfirmedColleague, giveRole }) {
      await unconfirmedColleague();
      return () => giveRole("ben@example.com");
    },
    says: separate,
  },
  {
    name: "confirm an address that has a role already",
    async prepare({ unconfirmedColleague, confirmationOf, deps, storeOldRole, secret }) {
      const ben = await unconfirmedColleague();
      await storeOldRole("ben@example.com", "Worker");
      const token = await confirmationOf(ben);
      return () => confirmAddress({ ...deps, secret }, ben.actor, token, longPassword);
    },
    says: "ben@example.com is invited to the team of this site, but belongs to",
  },
  {
    name: "accept an invitation to the team",
    async prepare({ access, unconfirmedColleague, deps, storeOldRole }) {
      await unconfirmedColleague();
      await storeOldRole("ben@example.com", "Worker");
      await access.database.write(async (tx) => {
        const { id } = await tx
          .selectFrom("user_records")
          .select("id")
          .where("email_key", "=", "ben@example.com")
          .executeTakeFirstOrThrow();
        const times = { sent_at: 1, expires_at: Date.now() + 60_000 };
        await tx
          .insertInto("invitations")
          .values({ user_record_id: id, token_hash: hashOfToken("old"), ...times })
          .execute();
      });
      return () => acceptInvitation(deps, "old", longPassword);
    },
    says: "Leave the company first",
  },
  {
    name: "confirm or change an address by better-auth's own functions",
    async prepare({ access, unconfirmedColleague, idOf, storeOldRole }) {
      const ben = await unconfirmedColleague();
      await storeOldRole("ben@example.com", "Worker");
      return async () => {
        const { internalAdapter } = await access.authentication.$context;
        await internalAdapter.updateUser(idOf(ben), { emailVerified: true });
        await internalAdapter.updateUserByEmail("ada@example.com", { email: "ben@example.com" });
        expect((await ben.now()).kind).toBe("customer");
        throw new AppError("conflict", "nothing was confirmed");
      };
    },
    says: "nothing was confirmed",
  },
  {
    name: "become the first admin by the set-up link",
    async prepare({ company, access, secret }) {
      await company("ada", "ben");
      await access.database.write((tx) => tx.deleteFrom("user_records").execute());
      const credentials = { email: "ben@example.com", password: longPassword };
      return () => setUpFirstAdmin(access, setUpToken(secret), credentials);
    },
    says: "ben@example.com belongs to the company of ada@example.com.",
  },
  {
    name: "become the first admin by ADMIN_EMAIL",
    async prepare({ company, access }) {
      await company("ada", "ben");
      await access.database.write((tx) => tx.deleteFrom("user_records").execute());
      const credentials = { email: "ben@example.com", password: longPassword };
      return () =>
        ensureFirstAdmin(access, credentials).catch((error) => {
          expect(error).toBeInstanceOf(StartError);
          throw new AppError("conflict", error.message);
        });
    },
    says: "ADMIN_EMAIL cannot be the first admin: ben@example.com belongs to",
  },
  {
    name: "accept an invitation to a company without an account, after getting a role",
    async prepare({ person, invite, giveRole, deps }) {
      const ada = await person("ada");
      const token = await invite(ada, "ben@example.com", onlyOrders);
      await giveRole("ben@example.com");
      const input = { token, password: goodPassword };
      return () => acceptCompanyInvitation(deps, { kind: "visitor" }, input);
    },
    says: "You are on the team of this site",
  },
  {
    name: "invite to the company of a person of the team",
    async prepare({ boss, deps, now }) {
      const invitation = { email: "ben@example.com", ...onlyOrders };
      return async () => inviteToCompany(deps, await now(boss), invitation);
    },
    says: "nobody else can join the company",
  },
  {
    name: "add a person to a company by the function that writes the row",
    async prepare({ person, boss, access, idOf }) {
      const ada = await person("ada");
      await access.database.write(async (tx) => {
        await tx
          .insertInto("companies")
          .values({ id: "farm", name: "Farm", created_at: 1 })
          .execute();
        await addPerson(tx, row("farm", idOf(ada)));
      });
      return () => access.database.write((tx) => addPerson(tx, row("farm", idOf(boss))));
    },
    says: "boss@example.com is on the team of this site and cannot share Farm with a customer",
  },
];

type Write = (database: Database) => Promise<unknown>;

const row = (companyId: string, accountId: string) => ({
  companyId,
  accountId,
  rights: everyCompanyRight,
  invitedBy: null,
  at: 1,
});

describeOnEachDatabase("A person of the team shares no company with a customer", (openDatabase) => {
  for (const { name, prepare, says } of doors) {
    test(`refuses to ${name}`, async () => {
      const team = await openTeam(openDatabase);
      const attempt = await prepare(team);
      const before = await sharing(team.access.database);
      await expect(attempt()).rejects.toMatchObject({
        ...conflict,
        message: expect.stringContaining(says),
      });
      expect(await sharing(team.access.database)).toEqual(before);
    });
  }

  test("lets the team take a person out of a company, and then gives the role", async () => {
    const { company, deps, access, admin, idOf, giveRole, place, now, person } =
      await openTeam(openDatabase);
    const [ada, ben] = await company("ada", "ben");
    const order = await place(ada);
    const may = async (actor: Actor) => takeOutOfCompany(deps, actor, idOf(ada));
    await expect(may(await now(ben))).rejects.toMatchObject(forbidden);
    await takeOutOfCompany(deps, await admin(), idOf(ada));
    // The order stays with the colleague, who manages the people from now on.
    expect(await findOrder(deps, await now(ben), order.id)).toMatchObject({ id: order.id });
    expect((await readOwnCompany(deps, await now(ben))).rights).toEqual(everyCompanyRight);
    expect((await readOwnCompany(deps, await now(ada))).people).toHaveLength(1);
    expect((await access.lettersTo("ada@example.com")).at(-1)).toBe("removedFromCompany");
    expect((await auditEntries(access.database)).map(({ action }) => action)).toContain(
      "Remove person from company",
    );
    await giveRole("ada@example.com", "Worker");
    await expect(findCustomerOrder(deps, await now(ada), order.id)).rejects.toMatchObject(notFound);
    await expect(takeOutOfCompany(deps, await admin(), idOf(ben))).rejects.toMatchObject(conflict);
    const stranger = newId();
    await expect(takeOutOfCompany(deps, await admin(), stranger)).rejects.toMatchObject(notFound);
    await person("cay");
    expect(await sharing(access.database)).toEqual([]);
  });

  test("keeps a company of one for the test orders of a person of the team, who answers for them", async () => {
    const { boss, now, place, pay, shop, deps, access } = await openTeam(openDatabase);
    const { id } = await place(boss);
    await pay(id);
    const actor = await now(boss);
    await deliverOrder(shop, actor, id, { text: "Sown.", points: proofs, key: newId() });
    await acceptDelivery(shop, actor, id, 1);
    expect((await orderDeliveries(deps, actor, id)).deliveries).toMatchObject([
      { answer: { kind: "accepted", way: "by-hand", by: "Ada Field" } },
    ]);
    expect(await sharing(access.database)).toEqual([]);
  });

  /** Each prepares a role and a change of companies that exclude each other. */
  const races: readonly {
    readonly name: string;
    readonly prepare: (team: Team) => Promise<readonly [Write, Write]>;
  }[] = [
    {
      name: "joining a company",
      async prepare({ person, invite, deps, now, admin }) {
        const [ada, ben] = [await person("ada"), await person("ben")];
        const token = await invite(ada, "ben@example.com", onlyOrders);
        const [actor, boss] = [await now(ben), await admin()];
        return [
          (database) => addUserRecord({ ...deps, database }, boss, worker),
          (database) => acceptCompanyInvitation({ ...deps, database }, actor, { token }),
        ];
      },
    },
    {
      name: "a merge",
      async prepare({ person, deps, admin, idOf }) {
        const [ada] = [await person("ada"), await person("ben")];
        const boss = await admin();
        return [
          (database) => addUserRecord({ ...deps, database }, boss, worker),
          (database) =>
            mergeCompanies({ ...deps, database }, boss, idOf(ada), sure("ben@example.com")),
        ];
      },
    },
    {
      name: "the confirmation of an unconfirmed account",
      async prepare({ access, person, confirmationOf, deps, admin, idOf, secret }) {
        await person("ada");
        const ben = await registered(access, "ben@example.com");
        const token = await confirmationOf(ben);
        const boss = await admin();
        await addUserRecord(deps, boss, worker);
        const confirming = { ...deps, secret };
        return [
          (database) => confirmAddress({ ...confirming, database }, ben.actor, token, longPassword),
          (database) =>
            mergeCompanies({ ...deps, database }, boss, idOf(ben), sure("ada@example.com")),
        ];
      },
    },
  ];

  for (const { name, prepare } of races) {
    for (const isRoleFirst of [true, false]) {
      const first = isRoleFirst ? "the role" : name;
      test(`holds when a role meets ${name}, and ${first} commits first`, async () => {
        const team = await openTeam(openDatabase);
        const [role, change] = await prepare(team);
        const { database } = team.access;
        const commit = Promise.withResolvers<void>();
        const written = Promise.withResolvers<void>();
        // The first write has written everything and waits before its commit.
        const waiting: Database = {
          ...database,
          write: (operation) =>
            database.write(async (tx) => {
              const value = await operation(tx);
              written.resolve();
              await commit.promise;
              return value;
            }),
        };
        const [one, other] = isRoleFirst ? [role, change] : [change, role];
        const results = [one(waiting)];
        await Promise.race([written.promise, results[0]?.catch(() => {})]);
        results.push(other(database));
        // Without the lock, the second write ends and does not see the first.
        await Promise.race([results[1]?.catch(() => {}), waitsForLock(database)]);
        commit.resolve();
        const outcomes = await Promise.allSettled(results);
        expect(await sharing(database)).toEqual([]);
        for (const outcome of outcomes) {
          if (outcome.status === "rejected") expect(outcome.reason).toMatchObject(conflict);
        }
      });
    }
  }

  test(
    "holds after each step of any sequence of calls",
    async () => {
      const team = await openTeam(openDatabase);
      const { access, deps, shop, person, now, admin, idOf, boss } = team;
      const names = ["ada", "ben", "cay", "dee"] as const;
      const people: Person[] = [];
      for (const name of names) people.push(await person(name));
      const eve = await registered(access, "eve@example.com");
      people.push(eve);
      const all = [...people, boss];
      const someone = fc.nat({ max: all.length - 1 });
      const kinds = [
        ...(["place", "move", "undo", "join", "leave", "remove", "take-out", "merge"] as const),
        ...(["confirm", "role", "move-role", "take-role"] as const),
      ] as const;
      const step = fc.record({
        kind: fc.constantFrom(...kinds, "role", "join"),
        one: someone,
        other: someone,
        order: fc.nat({ max: 100 }),
      });
      type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
      const steps = (...all: readonly [Step["kind"], one?: number, other?: number][]): Step[] =>
        all.map(([kind, one = 0, other = 0]) => ({ kind, one, other, order: 0 }));
      /** Each kind of call succeeds here once. */
      const everyKind = steps(
        ["place"],
        ["move", 0, 1],
        ["undo"],
        ["join", 0, 1],
        ["leave", 1],
        ["join", 0, 1],
        ["remove", 0, 1],
        ["join", 0, 1],
        ["take-out", 1],
        ["merge", 1],
        ["confirm", 4],
        ["role", 2],
        ["move-role", 2, 3],
        ["take-role", 3],
      );
      /** Cay is on the team. All other steps after "role" must be refused. */
      const refused = steps(
        ["take-role", 2],
        ["role", 2],
        ["place", 2],
        ["join", 0, 2],
        ["join", 2, 0],
        ["merge", 2, 0],
        ["merge", 0, 2],
        ["move", 0, 2],
        ["take-out", 1],
        ["join", 0, 1],
        ["role", 0],
        ["role", 1],
        ["move-role", 2, 1],
        ["take-out", 1],
        ["place", 1],
        ["move", 1, 0],
        ["role", 0],
        ["take-role", 2],
      );
      const orders: string[] = [];
      let lastMove: unknown;
      const recordOf = async (email: string) =>
        (
          await access.database.read
            .selectFrom("user_records")
            .select("id")
            .where("email_key", "=", email)
            .executeTakeFirst()
        )?.id ?? newId();
      async function run({ kind, order }: Step, one: Person, other: Person): Promise<void> {
        const by = await admin();
        const email = one.actor.email;
        const to = sure(other.actor.email);
        switch (kind) {
          case "role":
            return void (await team.giveRole(email, "Worker"));
          case "take-role":
            return void (await removeUserRecord(deps, by, await recordOf(email)));
          case "move-role":
            return void (await updateUserRecord(deps, by, await recordOf(email), {
              userEmail: other.actor.email,
              userRole: "Manager",
            }));
          case "join":
            return team.join(one, other, manager);
          case "leave":
            return leaveCompany(deps, await now(one));
          case "take-out":
            return void (await takeOutOfCompany(deps, by, idOf(one)));
          case "remove":
            return void (await removePerson(deps, await now(one), idOf(other)));
          case "merge":
            return void (await mergeCompanies(deps, by, idOf(one), to));
          case "place":
            return void orders.push((await placeOrder(shop, await now(one), orderForm)).id);
          case "move": {
            const id = orders[order % Math.max(1, orders.length)];
            lastMove = (await moveOrder(deps, by, id ?? newId(), to)).move;
            return;
          }
          case "undo":
            return void (lastMove && (await undoMove(deps, by, lastMove)));
          default: {
            const token = await team.confirmationOf(eve);
            const confirming = { ...deps, secret: team.secret };
            return confirmAddress(confirming, await eve.now(), token, longPassword);
          }
        }
      }
      const done = new Set<string>();
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30 }), async (sequence) => {
          for (const one of sequence) {
            await run(one, all[one.one] as Person, all[one.other] as Person).then(
              () => done.add(one.kind),
              (error) => {
                if (!(error instanceof AppError)) throw error;
              },
            );
            expect(await sharing(access.database), `after ${one.kind}`).toEqual([]);
          }
        }),
        { numRuns: 8, endOnFailure: true, examples: [[everyKind], [refused]] },
      );
      expect([...done].toSorted()).toEqual([...kinds].toSorted());
    },
    scaled(120_000),
  );
});

describeOnEachDatabase(
  "A person of the team in a customer's company of older data",
  (openDatabase) => {
    /** An order of ada with a delivery under review, and ben with a role in her company. */
    async function shared(role: TeamRole) {
      const team = await openTeam(openDatabase);
      const { access, company, place, pay, shop, now, storeOldRole } = team;
      const [ada, ben] = await company("ada", "ben");
      await access.database.write((tx) =>
        tx
          .updateTable("company_people")
          .set({ orders: 1, payments: 1, may_order: 1, people: 1 })
          .execute(),
      );
      const unpaid = await place(ada);
      const { id } = await place(ada);
      await pay(id);
      await deliverOrder(shop, system, id, { text: "Sown.", points: proofs, key: newId() });
      await storeOldRole("ben@example.com", role);
      const brief = { ...shop, secret: access.secret };
      return { ...team, ada, ben, id, unpaid, actor: await now(ben), brief };
    }

    test("acts for no customer", async () => {
      const { access, shop, deps, actor, id, unpaid, brief, ben } = await shared("Worker");
      expect(actor.kind).toBe("staff");
      const answers = [
        () => acceptDelivery(shop, actor, id, 1),
        () => askForChanges(shop, actor, id, 1, { ...changes, key: newId() }),
        () => reopenOrder(shop, actor, id, 1, { text: "Wrong.", key: newId() }),
        () => saveBriefAnswers(brief, actor, id, { answers: {} }),
        () => sendBrief(brief, actor, id),
        () => cancelOrder(shop, actor, unpaid.id),
        () => sendOrderMessage(shop, actor, id, { text: "As ada", key: newId() }, "customer"),
      ];
      for (const answer of answers) await expect(answer()).rejects.toBeInstanceOf(AppError);
      await expect(startPayment(shop, actor, unpaid.id)).rejects.toBeInstanceOf(AppError);
      await expect(placeOrder(shop, actor, orderForm)).rejects.toMatchObject({
        ...forbidden,
        message: expect.stringContaining("You are on the team of this site"),
      });
      const list = { whose: "own", page: 1, pageSize: 5 } as const;
      expect((await pageOfOrders(shop, actor, list)).total).toBe(0);
      expect((await undeliveredOrders(shop, actor, 5)).numbers).toEqual([]);
      for (const find of [findOrder, findCustomerOrder, orderDeliveries] as const) {
        await expect(find(deps, actor, id)).rejects.toMatchObject(notFound);
      }
      const listed = [];
      for await (const orders of listOrders(shop, actor)) listed.push(...orders);
      expect(listed).toEqual([]);
      const spent = spentTotalCents(shop, actor, unpaid.companyId);
      await expect(spent).rejects.toMatchObject(forbidden);
      // A request that was authenticated with the membership of before is refused, too.
      const stale = { ...actor, company: { id: unpaid.companyId, rights: everyCompanyRight } };
      await expect(acceptDelivery(shop, stale as Actor, id, 1)).rejects.toMatchObject(notFound);
      const order = await findOrder(shop, system, id);
      const { read } = access.database;
      for (const right of ["orders", "payments"] as const) {
        const recipients = await companyRecipients(read, order, right);
        expect(recipients.map(({ address }) => address)).toEqual(["ada@example.com"]);
      }
      expect((await readMembership(read, ben.actor))?.id).toBe("");
      expect(
        (await shop.database.read.selectFrom("order_review_events").selectAll().execute()).map(
          ({ kind }) => kind,
        ),
      ).toEqual(["delivered"]);
    });

    test("is named to those who can separate them, and can leave or be taken out", async () => {
      const { access, deps, actor, admin, idOf, ada, ben, now, invite, person } =
        await shared("Worker");
      const cay = await person("cay");
      await expect(listSharedCompanies(deps, actor)).rejects.toMatchObject(forbidden);
      expect(await listSharedCompanies(deps, await admin())).toEqual([
        {
          accountId: idOf(ben),
          email: "ben@example.com",
          company: "the company of ada@example.com",
          others: ["ada@example.com"],
          orderNumbers: [],
        },
      ]);
      await expect(invite(ada, "cay@example.com", onlyOrders)).rejects.toMatchObject(conflict);
      expect((await readOwnCompany(deps, actor)).people).toHaveLength(2);
      await leaveCompany(deps, actor);
      expect(await listSharedCompanies(deps, await admin())).toEqual([]);
      expect(await sharing(access.database)).toEqual([]);
      const token = await invite(ada, "cay@example.com", onlyOrders);
      expect((await readCompanyInvitation(deps, await now(cay), token)).step).toBe("accept");
    });

    test("sees nothing of a customer's order that was moved to them, and the order can move back", async () => {
      const { access, person, place, pay, shop, deps, admin, now, idOf, storeOldRole } =
        await openTeam(openDatabase);
      const [ada, ben] = [await person("ada"), await person("ben")];
      const own = await place(ben);
      const { id, number } = await place(ada);
      await pay(id);
      await deliverOrder(shop, system, id, { text: "Sown.", points: proofs, key: newId() });
      await moveOrder(deps, await admin(), id, sure("ben@example.com"));
      await storeOldRole("ben@example.com", "Worker");
      const actor = await now(ben);
      for (const orderId of [id, own.id]) {
        await expect(findCustomerOrder(shop, actor, orderId)).rejects.toMatchObject(notFound);
      }
      await expect(acceptDelivery(shop, actor, id, 1)).rejects.toMatchObject(notFound);
      const order = await findOrder(shop, system, id);
      expect(await companyRecipients(access.database.read, order, "payments")).toEqual([]);
      expect(await listSharedCompanies(deps, await admin())).toMatchObject([
        { accountId: idOf(ben), others: [], orderNumbers: [number] },
      ]);
      await moveOrder(deps, await admin(), id, sure("ada@example.com"));
      expect(await listSharedCompanies(deps, await admin())).toEqual([]);
      expect((await findCustomerOrder(shop, await now(ben), own.id)).id).toBe(own.id);
      await acceptDelivery(shop, await now(ada), id, 1);
    });
  },
);
