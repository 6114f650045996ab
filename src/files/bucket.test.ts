import { inspect } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openS3Server, type S3Server, s3Secret } from "../../tests/support/servers/s3-server.ts";
import { type BucketSettings, bucketSettings } from "../platform/files/bucket-settings.ts";
import { openBucket } from "./bucket.ts";

let s3: S3Server;
beforeAll(async () => {
  s3 = await openS3Server();
});
afterEach(() => {
  s3.behave = () => null;
});
afterAll(() => s3.close());

const bucketWith = (changes: Partial<BucketSettings> = {}, requestMs = 2000) => {
  const settings = bucketSettings(s3.url);
  if (settings === null) throw new Error("The URL of the server is no FILES_URL.");
  return openBucket({ ...settings, ...changes }, requestMs);
};
const text = Buffer.from("barley and rye");

test("a bucket writes, reads ranges, measures and deletes objects with signed requests", async () => {
  const bucket = bucketWith();
  await bucket.put("a/1", text);
  expect(s3.objects.get("a/1")).toEqual(text);
  expect(await bucket.sizeOf("a/1")).toBe(14);
  const read = async (start: number, end: number) =>
    Buffer.from((await bucket.get("a/1", { start, end })) ?? []).toString();
  expect([await read(0, 13), await read(7, 9)]).toEqual(["barley and rye", "and"]);
  await bucket.remove("a/1");
  await bucket.remove("a/1");
  expect(await bucket.get("a/1", { start: 0, end: 13 })).toBe(null);
  expect(await bucket.sizeOf("a/1")).toBe(null);
});

test("an object with too few bytes is refused", async () => {
  s3.objects.set("short", text.subarray(0, 5));
  const reading = bucketWith().get("short", { start: 0, end: 13 });
  await expect(reading).rejects.toThrow("has too few bytes in short");
});

test("a request is repeated when the service asks to slow down", async () => {
  const answers = [[503, "SlowDown"] as const, [500, "InternalError"] as const];
  s3.behave = () => answers.pop() ?? null;
  await bucketWith().put("repeated", text);
  expect(s3.objects.has("repeated")).toBe(true);
});

test.each<[string, Partial<BucketSettings>, ReturnType<S3Server["behave"]>, RegExp]>([
  ["a wrong secret", {}, [403, "SignatureDoesNotMatch"], /Correct the key and the secret/],
  ["a missing permission", {}, [403, "AccessDenied"], /Allow the key .* to read, write and delete/],
  ["an unknown bucket", { name: "other" }, null, /Create the bucket, or correct its name/],
  ["another region", {}, [301, "PermanentRedirect"], /Add the region/],
  ["a wrong clock", {}, [403, "RequestTimeTooSkewed"], /Set the clock/],
  ["a broken service", {}, [501, "NotImplemented"], /answered 501 \(NotImplemented\)\. Check/],
  ["a closed connection", {}, "down", /did not answer \(.+\)\. Check that this server can reach/],
  ["a service that never answers", {}, "slow", /did not answer \(it took too long\)/],
])("%s is reported with advice and without the secret", async (_what, changes, fault, said) => {
  s3.behave = () => fault;
  const error = await bucketWith(changes, fault === "slow" ? 300 : 20_000)
    .put("refused", text)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: "BucketError", message: expect.stringMatching(said) });
  const shown = inspect(error, { depth: 9 });
  expect(shown).not.toContain("KEYOFSHOP");
  expect(shown).not.toContain(s3Secret);
});
