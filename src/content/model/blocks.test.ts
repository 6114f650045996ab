import { expect, test } from "vitest";
import { hostileAddresses, hostileText } from "../../../tests/support/hostile-texts.ts";
import { emailTemplates } from "../emails/email-templates.ts";
import { blocks } from "./blocks.ts";
import type { Block } from "./define.ts";
import { schemaOf } from "./schema-of.ts";

const all = Object.values(blocks) as Block[];

test("every block accepts its demonstration records, and markup and SQL in its texts, unchanged", () => {
  for (const block of all) {
    const [first = block.example ?? {}] = block.seed;
    const hostile = Object.entries(block.fields)
      .filter(([, { kind }]) => kind === "text" || kind === "paragraph")
      .map(([name, { maxLength }]) => ({ ...first, [name]: hostileText.slice(0, maxLength) }));
    for (const data of [...block.seed, ...hostile]) {
      expect(schemaOf(block).safeParse(data)).toEqual({ success: true, data });
    }
  }
});

test("no block accepts a link or a picture that could run a script", () => {
  const accepted = all.flatMap((block) =>
    Object.entries(block.fields)
      .filter(([, { kind }]) => kind === "url" || kind === "image" || kind === "icon")
      .flatMap(([name]) => hostileAddresses.map((address) => ({ [name]: address })))
      .filter(
        (change) =>
          schemaOf(block).safeParse({ ...(block.seed[0] ?? block.example), ...change }).success,
      ),
  );
  expect(accepted).toEqual([]);
});

/** Fields of JSON, which holds many texts. */
const longKinds = ["sections", "richText"];

test("every block has demonstration records or an example, with a label, and limits of its fields", () => {
  for (const { title, seed, example, shape, fields, labelField } of all) {
    expect([title, seed.length > 0 || example !== undefined]).toEqual([title, true]);
    if (shape === "singleton") expect([title, seed.length]).toEqual([title, 1]);
    expect([title, fields[labelField]?.optional]).toEqual([title, false]);
    expect(seed.map((values) => values[labelField])).not.toContain("");
    for (const field of Object.values(fields)) {
      expect([title, field.label.trim()]).not.toEqual([title, ""]);
      expect(field.maxLength).toBeGreaterThan(0);
      expect(field.maxLength).toBeLessThanOrEqual(
        longKinds.includes(field.kind) ? 500_000 : 30_000,
      );
    }
  }
});

const twinsIn = (values: readonly string[]) =>
  values.filter((value, index) => values.indexOf(value) !== index);

test("no two blocks have the same name, title, edit screen or REST call", () => {
  const calls = all.flatMap((block) =>
    block.calls.flatMap(({ list, read, create, update }) => [
      ...list.map((path) => `GET ${path}`),
      `GET ${read}/{id}`,
      `DELETE ${read}/{id}`,
      `POST ${create}`,
      `PUT ${update}/{id}`,
    ]),
  );
  expect(calls.filter((call) => !/^[A-Z]+ \/[\w-]+(\/\{id\})?$/.test(call))).toEqual([]);
  expect(twinsIn(calls)).toEqual([]);
  expect(twinsIn(all.map((block) => block.name))).toEqual([]);
  expect(twinsIn(all.map((block) => block.title))).toEqual([]);
  expect(twinsIn(all.flatMap((block) => [...block.screens.edit]))).toEqual([]);
});

test("the questions of the brief, the payment email, design templates, redirects and email templates are not public", () => {
  const kept = all.filter((block) => block.readBy !== "everyone").map(({ name }) => name);
  const mails = Object.values(emailTemplates).map(({ block }) => block.name);
  const others = ["brief-question", "design-template", "payment-email", "redirect"];
  expect(kept.sort()).toEqual([...others, ...mails].sort());
});
