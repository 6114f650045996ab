import { describe, expect, test } from "vitest";
import { AppError } from "../platform/errors.ts";
import { pageError, readForm, refusedForm, withoutPasswords } from "./forms.server.ts";

const send = (body: BodyInit, type?: string) =>
  new Request("http://localhost:3000/contact", {
    method: "POST",
    body,
    ...(type === undefined ? {} : { headers: { "content-type": type } }),
  });

describe("A form", () => {
  test("is read in both encodings that browsers send, and its files are ignored", async () => {
    const encoded = new URLSearchParams({ name: "Ada & Ben", message: "two\r\nlines" });
    expect(await readForm(send(encoded))).toEqual({ name: "Ada & Ben", message: "two\r\nlines" });
    const multipart = new FormData();
    multipart.set("name", "Ada");
    multipart.set("picture", new File(["x"], "x.png"));
    expect(await readForm(send(multipart))).toEqual({ name: "Ada" });
  });

  test.each(["application/json", "text/plain", "text/x-www-form-urlencoded", ""])(
    "is refused with status 415 when its content type is %j",
    async (type) => {
      await expect(readForm(send("name=Ada", type))).rejects.toMatchObject({
        init: { status: 415 },
      });
    },
  );

  test("is refused with status 400 when its body is incomplete", async () => {
    const cut = send("--x\r\nContent-Disposition: form", "multipart/form-data; boundary=x");
    await expect(readForm(cut)).rejects.toMatchObject({ init: { status: 400 } });
  });

  test("cannot set inherited object properties", async () => {
    const type = "application/x-www-form-urlencoded";
    const read = await readForm(send("__proto__=x&constructor=y&name=Ada", type));
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
    expect(read.name).toBe("Ada");
  });
});

describe("A rejected form", () => {
  const issues = [{ path: "email", message: "Provide a Valid Email" }];

  test("returns the typed values, a message at each invalid field, and the status", () => {
    const values = { email: "ab@c.de", name: "Ada" };
    const error = new AppError("invalid", "Provide a Valid Email", { issues });
    expect(refusedForm(error, values)).toMatchObject({
      data: { values, errors: { email: "Provide a Valid Email" } },
      init: { status: 400 },
    });
  });

  test("shows above the form a message that belongs to no field", () => {
    const whole = new AppError("too-many", "Wait 9 seconds and try again.");
    expect(refusedForm(whole, {})).toMatchObject({
      data: { errors: {}, notice: "Wait 9 seconds and try again." },
      init: { status: 429 },
    });
    const elsewhere = new AppError("invalid", "Provide a Valid Email", { issues });
    expect(refusedForm(elsewhere, { name: "Ada" })).toMatchObject({
      data: { notice: "Provide a Valid Email" },
    });
  });

  test("does not hide an unexpected error, which is thrown again", () => {
    const broken = new Error("broken");
    expect(() => refusedForm(broken, {})).toThrow(broken);
    expect(() => pageError(broken)).toThrow(broken);
  });

  test("never returns a password or a key", () => {
    const secrets = ["password", "fields.secretKey", "fields.clientSecret"];
    const typed = Object.fromEntries(secrets.map((name) => [name, "hedgerow"]));
    const values = withoutPasswords({ email: "ada@example.com", ...typed });
    const empty = Object.fromEntries(secrets.map((name) => [name, ""]));
    expect(values).toEqual({ email: "ada@example.com", ...empty });
  });
});
