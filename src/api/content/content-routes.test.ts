import { afterAll, beforeAll, expect, test } from "vitest";
import { blocks } from "#content/model/blocks.ts";
import { type Caller, openSite, type TestSite } from "../../../tests/support/servers/site.ts";

let site: TestSite;
let admin: Caller;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
});
afterAll(() => site.close());

const plan: Readonly<Record<string, string>> = blocks.pricingPackages.seed[0] ?? {};

test("unknown fields and invalid values are refused with 400 and the name of the field", async () => {
  const { packageName: _name, ...nameless } = plan;
  for (const [body, path] of [
    [{ ...plan, surprise: "x" }, "surprise"],
    [{ ...plan, packageName: "" }, "packageName"],
    [{ ...plan, packageName: 7 }, "packageName"],
    [{ ...plan, packageName: ["a"] }, "packageName"],
    [{ ...plan, packageName: "x".repeat(5001) }, "packageName"],
    [{ ...plan, packageName: "\u0000" }, "packageName"],
    [{ ...plan, packagePrice: "free" }, "packagePrice"],
    [nameless, "packageName"],
  ] as const) {
    for (const [method, address] of [
      ["POST", "/api/add-pricing"],
      ["PUT", "/api/pricing/any"],
    ] as const) {
      const answer = await admin.call(method, address, body);
      expect(answer.status).toBe(400);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      const problem = (await answer.json()) as { errors: { path: string }[] };
      expect(problem.errors.map((error) => error.path)).toContain(path);
    }
  }
});

test("a change keeps an optional field that it omits, and empties a field that it sends empty", async () => {
  const [{ _id } = { _id: "" }] = (await (await site.call("GET", "/api/pricings")).json()) as {
    _id: string;
  }[];
  const { packagePointTwo: _point, ...required } = plan;
  const change = async (values: object) =>
    (await admin.call("PUT", `/api/pricing/${_id}`, values)).json();
  const said = { packagePointTwo: "Said before" };
  expect(await change({ ...plan, ...said })).toMatchObject({ _id, ...said });
  expect(await change(required)).toMatchObject(said);
  const emptied = { packagePointThree: "" };
  expect(await change({ ...required, ...emptied })).toMatchObject({ ...said, ...emptied });
});

test("a note for the team is in no answer, and stays when a program saves what it has read", async () => {
  const { ownerNote, ...publicTexts } = blocks.terms.seed[0] ?? {};
  const noteNow = async () => {
    const answer = await admin.call("GET", "/api/content/terms");
    const [record] = (await answer.json()) as { values: Record<string, string> }[];
    return record?.values.ownerNote;
  };
  const read = async (caller: Caller) =>
    ((await (await caller.call("GET", "/api/terms")).json()) as Record<string, string>[])[0] ?? {};
  const { _id, ...texts } = await read(site);
  expect(texts).toEqual(publicTexts);
  expect(await read(admin)).toEqual({ _id, ...texts });
  const saved = await admin.call("PUT", `/api/update-terms/${_id}`, texts);
  expect(await saved.json()).toEqual({ _id, ...texts });
  expect(await noteNow()).toBe(ownerNote);
  await admin.call("PUT", `/api/update-terms/${_id}`, { ...texts, ownerNote: "Ask Ada" });
  expect(await noteNow()).toBe("Ask Ada");
});

test("the name of a plan is unique, ignoring case", async () => {
  const named = (packageName: string) =>
    admin.call("POST", "/api/add-pricing", { ...plan, packageName });
  const gold = (await (await named("Gold")).json()) as { _id: string };
  for (const taken of ["Gold", " gold ", "basic"]) {
    const refused = await named(taken);
    expect([taken, refused.status]).toEqual([taken, 400]);
    expect(await refused.json()).toMatchObject({ errors: [{ path: "packageName" }] });
  }
  const renamed = { ...plan, packageName: "Standard" };
  expect((await admin.call("PUT", `/api/pricing/${gold._id}`, renamed)).status).toBe(400);
  const kept = { ...plan, packageName: "GOLD" };
  expect((await admin.call("PUT", `/api/pricing/${gold._id}`, kept)).status).toBe(200);
});

test("a text of almost half a million characters is stored, and nothing outside the tree of texts is", async () => {
  // Without its length, a body has the usual limit.
  const send = (path: string, body: object) =>
    admin.call("POST", path, body, {
      "content-length": String(Buffer.byteLength(JSON.stringify(body))),
    });
  const article = blocks.articles.example;
  const words = { type: "paragraph", content: [{ type: "text", text: "“Soil” ".repeat(100) }] };
  const bodyOf = (parts: number) =>
    JSON.stringify({ type: "doc", content: Array.from({ length: parts }, () => words) });
  const long = { ...article, pageAddress: "/articles/long/", body: bodyOf(640) };
  const added = await send("/api/add-site-article", long);
  expect(added.status).toBe(201);
  expect(((await added.json()) as { body: string }).body).toBe(long.body);

  for (const body of [
    bodyOf(700),
    JSON.stringify({ type: "doc", content: Array(24_000).fill({ type: "br" }) }),
    JSON.stringify({ type: "doc", content: [{ type: "script" }] }),
    "<p>Hello</p>",
  ]) {
    const answer = await send("/api/add-site-article", { ...article, body });
    expect(answer.status).toBe(400);
    const problem = (await answer.json()) as { errors: { path: string }[] };
    expect(problem.errors.map(({ path }) => path)).toEqual(["body"]);
  }
  const tooLarge = { ...article, body: "x".repeat(4 * 1024 * 1024) };
  expect((await send("/api/add-site-article", tooLarge)).status).toBe(413);
  const usual = { ...plan, packageName: "x".repeat(300_000) };
  expect((await send("/api/add-pricing", usual)).status).toBe(413);
});
