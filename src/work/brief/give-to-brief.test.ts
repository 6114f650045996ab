import { expect, test } from "vitest";
import { briefQuestions } from "#content/blocks/brief-questions.ts";
import { insertRecord } from "#content/records/record-writes.server.ts";
import { listOrderFiles, receiveOrderFile } from "#conversation/files/order-files.ts";
import { listOrderPasswords } from "#conversation/passwords/list-order-passwords.ts";
import { showOrderPassword } from "#conversation/passwords/show-order-password.ts";
import { recordManualPayment } from "#money/manual-payments/record-manual-payment.ts";
import { placeOrder } from "#orders/placing/place-order.ts";
import type { Database } from "#platform/database/database.ts";
import { newId } from "#platform/ids.ts";
import { system } from "#policy/actor.ts";
import { describeOnEachDatabase } from "../../../tests/support/databases/databases.ts";
import { inPieces, patternBytes } from "../../../tests/support/orders/private-files.ts";
import { ada, ben, openShop, orderForm, owner } from "../../../tests/support/orders/shop.ts";
import { expectRefused } from "../../../tests/support/refusals.ts";
import { personalBriefs } from "./personal-briefs.server.ts";
import { orderBrief } from "./read-order-brief.ts";
import { saveBriefAnswers } from "./save-order-brief.ts";

const password = "correct horse";

async function openBrief(database: Database) {
  const shop = await openShop(database);
  const by = { actor: system, author: "test", at: shop.clock() };
  const shared = { choices: "", help: "", step: "", plans: "" };
  const always = { isRequired: "Required", showIfQuestion: "", showIfAnswer: "" } as const;
  const add = async (question: string, kind: "Files" | "Password" | "Line") => {
    const values = { ...shared, ...always, question, kind };
    return (await database.write((tx) => insertRecord(tx, briefQuestions, values, by)))._id;
  };
  const line = await add("Who are you?", "Line");
  const logo = await add("Your logo", "Files");
  const access = await add("Your WordPress", "Password");

  async function ordered() {
    const { id } = await placeOrder(shop, ada, orderForm);
    const payment = { amount: "149.00", date: "2026-11-20", reference: "Transfer" };
    await recordManualPayment(shop, owner, id, { ...payment, key: `paid-${id}` });
    return id;
  }
  const orderId = await ordered();
  const file = async (name = "logo.png", size = 10) => ({
    questionId: logo,
    file: await receiveOrderFile(shop, ada, orderId, {
      name,
      bytes: inPieces(patternBytes(size)),
    }),
  });
  const given = async (id = orderId) => {
    const brief = await orderBrief(shop, ada, id);
    const questionOf = (one: string) => brief?.questions.find((question) => question.id === one);
    return {
      answered: brief?.answered,
      files: questionOf(logo)?.files.map(({ name }) => name),
      isPasswordGiven: questionOf(access)?.isPasswordGiven,
      version: questionOf(access)?.passwordVersion ?? "",
    };
  };
  const withPassword = (typed: { password: string; userName?: string; version?: string }) => ({
    answers: {},
    passwords: { [access]: { userName: "", version: "", ...typed } },
  });
  const readPassword = async () => {
    const [first] = (await listOrderPasswords(shop, owner, orderId)).passwords;
    return showOrderPassword(shop, owner, orderId, first?.id ?? "", { confirmed: true });
  };
  return {
    shop,
    database,
    line,
    logo,
    access,
    orderId,
    ordered,
    file,
    given,
    withPassword,
    readPassword,
  };
}

describeOnEachDatabase("Files and passwords of a brief", (openDatabase) => {
  const open = async () => openBrief(await openDatabase());

  test("are stored once when the form is sent twice at once", async () => {
    const { shop, orderId, file, given, withPassword } = await open();
    const input = withPassword({ password });
    const files = [await file(), await file()];
    await Promise.all(files.map((one) => saveBriefAnswers(shop, ada, orderId, input, [one])));
    expect((await given()).files).toEqual(["logo.png"]);
    expect((await listOrderPasswords(shop, ada, orderId)).passwords).toHaveLength(1);
  });

  test("keep a password until a form with its current version replaces it", async () => {
    const { shop, orderId, given, withPassword, readPassword } = await open();
    await saveBriefAnswers(shop, ada, orderId, withPassword({ userName: "ada", password }));
    await expectRefused(
      "invalid",
      saveBriefAnswers(shop, ada, orderId, withPassword({ password: "other" })),
    );
    expect(await readPassword()).toMatchObject({ password });
    const { version } = await given();
    await saveBriefAnswers(shop, ada, orderId, withPassword({ password: "other", version }));
    expect(await readPassword()).toMatchObject({ password: "other" });
    const [stored] = (await listOrderPasswords(shop, ada, orderId)).passwords;
    expect(stored?.userName).toBe("ada");
  });

  test("do not reveal a password in answers, downloads, emails or the next order", async () => {
    const { shop, database, orderId, access, ordered, given, withPassword } = await open();
    await saveBriefAnswers(shop, ada, orderId, withPassword({ password }));
    await expectRefused(
      "invalid",
      saveBriefAnswers(shop, ada, orderId, { answers: { [access]: password } }),
    );
    const answers = await database.read.selectFrom("order_brief_answers").selectAll().execute();
    const mails = await database.read.selectFrom("mail_outbox").selectAll().execute();
    const { accountId } = ada as { accountId: string };
    const downloads: unknown[] = [];
    const whose = { accountId, email: "" } as never;
    for await (const rows of personalBriefs.records(database.read, whose)) downloads.push(rows);
    const brief = await orderBrief(shop, owner, orderId);
    expect(JSON.stringify([answers, mails, downloads, brief])).not.toContain(password);
    expect(await given(await ordered())).toMatchObject({ files: [], isPasswordGiven: false });
  });

  test("are refused for other orders and for questions of another kind", async () => {
    const { shop, orderId, line, file, given, withPassword } = await open();
    await expectRefused(
      "not-found",
      saveBriefAnswers(shop, ben, orderId, withPassword({ password })),
    );
    const wrong = [{ ...(await file()), questionId: line }];
    const passwords = { [newId()]: { userName: "", password, version: "" } };
    const saving = saveBriefAnswers(shop, ada, orderId, { answers: {}, passwords }, wrong);
    await expect(saving).rejects.toMatchObject({
      issues: [
        { message: "There is no such question." },
        { message: "There is no such question." },
      ],
    });
    expect(await given()).toMatchObject({ answered: 0 });
    expect((await listOrderFiles(shop, ada, orderId)).files).toEqual([]);
  });
});
