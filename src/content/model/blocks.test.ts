import { describe, expect, test } from "vitest";
import { hostileAddresses, hostileText } from "../../../tests/support/hostile-texts.ts";
import { emailTemplates } from "../emails/email-templates.ts";
import { blocks } from "./blocks.ts";
import type { Block } from "./define.ts";
import { schemaOf } from "./schema-of.ts";

const all = Object.values(blocks) as Block[];

describe.each(all.map((block) => [block.title, block] as const))("%s", (_title, block) => {
  test("has demonstration records that its schema accepts unchanged", () => {
    for (const values of block.seed) {
      expect(schemaOf(block).safeParse(values)).toEqual({ success: true, data: values });
    }
  });

  const seed: Readonly<Record<string, string>> = block.seed[0] ?? {};
  const fieldsOf = (...kinds: readonly string[]) =>
    Object.entries(block.fields).filter(([, { kind }]) => kinds.includes(kind));

  test("accepts texts with markup and SQL unchanged", () => {
    for (const [name, { maxLength }] of fieldsOf("text", "paragraph")) {
      const values = { ...seed, [name]: hostileText.slice(0, maxLength) };
      expect(schemaOf(block).safeParse(values)).toEqual({ success: true, data: values });
    }
  });

  test("refuses links and pictures that could run a script", () => {
    for (const [name] of fieldsOf("url", "image", "icon")) {
      for (const address of hostileAddresses) {
        const read = schemaOf(block).safeParse({ ...seed, [name]: address });
        expect([name, address, read.success]).toEqual([name, address, false]);
      }
    }
  });

  test("has demonstration records, and exactly one if it is a singleton", () => {
    expect(block.seed.length).toBeGreaterThan(0);
    if (block.shape === "singleton") expect(block.seed).toHaveLength(1);
  });

  test("has a required label field, which names the record in lists", () => {
    const labelField = block.fields[block.labelField];
    expect(labelField?.optional).toBe(false);
    for (const values of block.seed) expect(values[block.labelField]).not.toBe("");
  });

  test("has a label and a maximum length of up to 30,000 characters for every field", () => {
    for (const [name, field] of Object.entries(block.fields)) {
      expect([name, field.label.trim()]).not.toEqual([name, ""]);
      expect(field.maxLength).toBeGreaterThan(0);
      expect(field.maxLength).toBeLessThanOrEqual(30_000);
    }
  });

  test("declares REST calls, screens and messages", () => {
    const { list, edit } = block.screens;
    const paths = block.calls.flatMap((calls) => [...calls.list, calls.read, calls.create]);
    expect(paths.every((path) => /^\/[\w-]+$/.test(path))).toBe(true);
    expect(block.calls.length * list.length * edit.length).toBeGreaterThan(0);
    expect(block.messages.created && block.messages.updated).toBeTruthy();
  });
});

const twinsIn = (values: readonly string[]) =>
  values.filter((value, index) => values.indexOf(value) !== index);

test("no two blocks have the same name or title", () => {
  expect(twinsIn(all.map((block) => block.name))).toEqual([]);
  expect(twinsIn(all.map((block) => block.title))).toEqual([]);
});

test("no two REST calls have the same method and path", () => {
  const calls = all.flatMap((block) =>
    block.calls.flatMap(({ list, read, create, update }) => [
      ...list.map((path) => `GET ${path}`),
      `GET ${read}/{id}`,
      `DELETE ${read}/{id}`,
      `POST ${create}`,
      `PUT ${update}/{id}`,
    ]),
  );
  expect(twinsIn(calls)).toEqual([]);
});

test("no two blocks have an edit screen at the same path", () => {
  expect(twinsIn(all.flatMap((block) => [...block.screens.edit]))).toEqual([]);
});

test("the questions of the brief, the payment email, design templates, redirects and email templates are not public", () => {
  const kept = all.filter((block) => block.readBy !== "everyone").map(({ name }) => name);
  const mails = Object.values(emailTemplates).map(({ block }) => block.name);
  const others = ["brief-question", "design-template", "payment-email", "redirect"];
  expect(kept.sort()).toEqual([...others, ...mails].sort());
  expect(mails).toHaveLength(50);
});
