import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { blocks } from "#content/model/blocks.ts";
import { type Block, publicFields } from "#content/model/define.ts";
import type { FieldKind } from "#content/model/fields.ts";
import { type Caller, openSite, type TestSite } from "../../../tests/support/servers/site.ts";

let site: TestSite;
let admin: Caller;
let customer: Caller;

beforeAll(async () => {
  site = await openSite();
  admin = await site.admin();
  customer = await site.register("customer@example.com");
});
afterAll(() => site.close());

const saying: { readonly [Kind in FieldKind]?: string } = {
  text: "Said before",
  paragraph: "Said before",
  url: "/contact/",
  address: "/said-before/",
  image: "/media/said-before",
  icon: "almanac",
  number: "7",
  drawing: "corn",
  mark: "Yes",
};

for (const block of Object.values(blocks) as Block[]) {
  for (const calls of block.calls) {
    describe(`The calls of ${block.title} at ${calls.create}`, () => {
      const values = block.seed[0] ?? {};
      const firstField = Object.keys(block.fields)[0] ?? "";
      const list = `/api${calls.list[0]}`;
      const shown = (record: object = {}) => {
        const names = ["_id", ...publicFields(block)];
        return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
      };

      async function onlyRecord(): Promise<Record<string, string>> {
        const records = (await (await admin.call("GET", list)).json()) as Record<string, string>[];
        // Looks for the seeded record, because earlier tests have moved pages and thereby added
        // redirects.
        const record = records.find((one) => one[firstField] === values[firstField]) ?? records[0];
        if (record === undefined) throw new Error(`${block.title} has no record.`);
        return record;
      }

      test("refuse a visitor with 401 and a customer with 403, and change nothing", async () => {
        const before = await (await admin.call("GET", list)).text();
        const { _id } = await onlyRecord();
        for (const [caller, status] of [
          [site, 401],
          [customer, 403],
        ] as const) {
          const create = await caller.call("POST", `/api${calls.create}`, values);
          const update = await caller.call("PUT", `/api${calls.update}/${_id}`, values);
          const remove = await caller.call("DELETE", `/api${calls.read}/${_id}`);
          expect([create.status, update.status, remove.status]).toEqual([status, status, status]);
        }
        expect(await (await admin.call("GET", list)).text()).toBe(before);
      });

      test("return the records of a public block to everyone, and refuse other records to customers and visitors", async () => {
        const { _id } = await onlyRecord();
        const isPublic = block.readBy === "everyone";
        for (const path of [...calls.list, `${calls.read}/${_id}`]) {
          expect((await site.call("GET", `/api${path}`)).status).toBe(isPublic ? 200 : 401);
          expect((await customer.call("GET", `/api${path}`)).status).toBe(isPublic ? 200 : 403);
          expect((await admin.call("GET", `/api${path}`)).status).toBe(200);
        }
      });

      test("let an admin delete, create, update and read a record", async () => {
        const { _id } = await onlyRecord();
        expect((await admin.call("DELETE", `/api${calls.read}/${_id}`)).status).toBe(200);
        expect((await admin.call("GET", `/api${calls.read}/${_id}`)).status).toBe(404);
        const created = await admin.call("POST", `/api${calls.create}`, values);
        expect(created.status).toBe(201);
        const record = (await created.json()) as Record<string, string>;
        expect(record).toEqual({ _id: expect.any(String), ...shown(values) });
        const path = `/api${calls.update}/${record._id}`;
        const updated = await admin.call("PUT", path, values);
        expect(await updated.json()).toEqual(record);
        const read = await admin.call("GET", `/api${calls.read}/${record._id}`);
        expect(await read.json()).toEqual(record);
      });

      const optional = Object.entries(block.fields).filter(([, field]) => field.optional);
      if (optional.length > 0) {
        test("keep an optional field that is omitted, and empty a field that is sent empty", async () => {
          const { _id } = await onlyRecord();
          // Only a redirect with the status "Gone" can be without a target, so this status makes
          // the target optional.
          const whole = block.name === "redirect" ? { ...values, becameOf: "Gone" } : values;
          const said = Object.fromEntries(optional.map(([name, { kind }]) => [name, saying[kind]]));
          const emptied = Object.fromEntries(optional.map(([name]) => [name, ""]));
          const required = Object.fromEntries(
            Object.entries(whole).filter(([name]) => !(name in said)),
          );
          for (const [body, outcome] of [
            [
              { ...whole, ...said },
              { _id, ...required, ...said },
            ],
            [required, { _id, ...required, ...said }],
            [
              { ...required, ...emptied },
              { _id, ...required, ...emptied },
            ],
            [whole, { _id, ...whole }],
          ]) {
            const answer = await admin.call("PUT", `/api${calls.update}/${_id}`, body);
            expect([answer.status, await answer.json()]).toEqual([200, shown(outcome)]);
            expect(await onlyRecord()).toEqual(shown(outcome));
          }
        });
      }

      test("refuse unknown fields and invalid values with 400 and the name of the field", async () => {
        const { _id } = await onlyRecord();
        const { [firstField]: _left, ...without } = values as Record<string, string>;
        const bad: [unknown, string][] = [
          [{ ...values, surprise: "x" }, "surprise"],
          [{ ...values, [firstField]: "" }, firstField],
          [{ ...values, [firstField]: 7 }, firstField],
          [{ ...values, [firstField]: ["a"] }, firstField],
          [{ ...values, [firstField]: "x".repeat(5001) }, firstField],
          [{ ...values, [firstField]: "\u0000" }, firstField],
          [without, firstField],
        ];
        for (const [body, path] of bad) {
          for (const [method, address] of [
            ["POST", `/api${calls.create}`],
            ["PUT", `/api${calls.update}/${_id}`],
          ] as const) {
            const answer = await admin.call(method, address, body);
            expect(answer.status).toBe(400);
            expect(answer.headers.get("content-type")).toBe("application/problem+json");
            const problem = (await answer.json()) as { errors: { path: string }[] };
            expect(problem.errors.map((error) => error.path)).toContain(path);
          }
        }
      });

      if (block.shape === "collection") return;
      test("refuse a second record of a singleton with 409", async () => {
        const answer = await admin.call("POST", `/api${calls.create}`, values);
        expect(answer.status).toBe(409);
      });
    });
  }
}

describe("Links and pictures in content", () => {
  const unsafe = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java\tscript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "//evil.example/",
    "/\\evil.example/",
    "vbscript:x",
  ];
  test("are refused if they could run a script or hide their target", async () => {
    const [banner] = blocks.banner.seed;
    for (const address of unsafe) {
      const link = await admin.call("POST", "/api/add-banner", { ...banner, buttonURL: address });
      expect([address, link.status]).toEqual([address, 400]);
      const image = await admin.call("POST", "/api/add-banner", { ...banner, imageOne: address });
      expect([address, image.status]).toEqual([address, 400]);
    }
  });
});

test("a note for the team is in no answer, and stays when a program saves what it has read", async () => {
  const { ownerNote, ...publicTexts } = blocks.terms.seed[0] ?? {};
  const noteNow = async () => {
    const answer = await admin.call("GET", "/api/content/terms");
    const [record] = (await answer.json()) as { values: Record<string, string> }[];
    return record?.values.ownerNote;
  };
  const read = async (caller: Caller | TestSite) =>
    ((await (await caller.call("GET", "/api/terms")).json()) as Record<string, string>[])[0] ?? {};
  const { _id, ...texts } = await read(site);
  expect(texts).toEqual(publicTexts);
  expect(await read(admin)).toEqual({ _id, ...texts });
  const saved = await admin.call("PUT", `/api/update-terms/${_id}`, texts);
  expect(await saved.json()).toEqual({ _id, ...texts });
  expect(await noteNow()).toBe(ownerNote);
  await admin.call("PUT", `/api/update-terms/${_id}`, { ...texts, ownerNote: "Ask Ada" });
  expect(await noteNow()).toBe("Ask Ada");
  await admin.call("PUT", `/api/update-terms/${_id}`, { ...texts, ownerNote: "" });
  expect(await noteNow()).toBe("");
});

test("the name of a plan is unique, ignoring case", async () => {
  const [plan] = blocks.pricingPackages.seed;
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

test("a price is stored without currency sign and separators, and must be above zero", async () => {
  const [plan] = blocks.pricingPackages.seed;
  const kept = { "0149.00": "149", $199: "199", "1,299": "1299" };
  for (const [packagePrice, price] of Object.entries(kept)) {
    const named = { ...plan, packageName: `Plan of ${price}`, packagePrice };
    const answer = await admin.call("POST", "/api/add-pricing", named);
    expect(((await answer.json()) as { packagePrice: string }).packagePrice).toBe(price);
  }
  for (const packagePrice of ["0", "0.00", "-1", "1.5", "12,99", "12345678", "1e3", "free"]) {
    const refused = await admin.call("POST", "/api/add-pricing", { ...plan, packagePrice });
    expect([packagePrice, refused.status]).toEqual([packagePrice, 400]);
  }
});
