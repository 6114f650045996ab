import { expect, test } from "vitest";
import { formInMemory } from "./form-in-memory.ts";

const head = (name: string) => `--b\r\nContent-Disposition: form-data; name="${name}"`;

const requestWith = (body: string) =>
  new Request("http://localhost/", {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=b" },
    body,
  });
const read = (body: string) => formInMemory(requestWith(`${body}--b--\r\n`));
const field = (name: string, value: string) => `${head(name)}\r\n\r\n${value}\r\n`;

test("a form has its texts and files, also several of one name", async () => {
  const file = `${head("file")}; filename="ü.csv"\r\nContent-Type: text/csv\r\n\r\na,b\n1,2\r\n`;
  const none = `${head("other")}; filename=""\r\nContent-Type: application/octet-stream\r\n\r\n\r\n`;
  const form = await read(field("use", "day") + field("use", "clicks") + file + none);
  expect(form.texts.get("use")).toEqual(["day", "clicks"]);
  const sent = form.files.get("file");
  expect({ name: sent?.name, text: Buffer.from(sent?.bytes ?? []).toString() }).toEqual({
    name: "ü.csv",
    text: "a,b\n1,2",
  });
  expect(form.files.get("other")).toEqual({ name: "", bytes: new Uint8Array() });
});

test.each([
  ["1,001 fields", field("a", "").repeat(1001), "The form has too many fields."],
  [
    "1,101 parts that are no fields",
    `${head("a")}; filename=""\r\n\r\n\r\n`.repeat(1101),
    "The form has too many fields.",
  ],
  ["a text of 300 KB", field("a", "x".repeat(300_000)), "A text of the form is too long."],
  [
    "more than 1 MB of texts",
    field("a", "x".repeat(200_000)).repeat(6),
    "A text of the form is too long.",
  ],
])("a form with %s is refused with a message", async (_, body, message) => {
  await expect(read(body)).rejects.toMatchObject({ code: "too-large", message });
});

test("a form that breaks off, and another body, are refused with a message", async () => {
  const message = "The form could not be read.";
  await expect(formInMemory(requestWith(field("a", "x")))).rejects.toMatchObject({ message });
  const text = new Request("http://localhost/", { method: "POST", body: "a=b" });
  await expect(formInMemory(text)).rejects.toMatchObject({ code: "invalid", message });
});
