import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { bucketSettings } from "#platform/files/bucket-settings.ts";
import { openS3Server, type S3Server } from "../../../tests/support/servers/s3-server.ts";
import { copyAddress, copyToBucket, fetchCopy } from "./copies-in-bucket.ts";

let s3: S3Server;
let directory: string;
const secretKey = await generateX25519Identity();
const recipient = await identityToRecipient(secretKey);
let keyFile: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "furrow-copies-"));
  keyFile = join(directory, "key.txt");
  await writeFile(keyFile, `# public key: ${recipient}\n${secretKey}\n`);
});
afterAll(() => rm(directory, { recursive: true, force: true }));
beforeEach(async () => {
  s3 = await openS3Server();
});
afterEach(() => s3.close());

const settingsOf = (server: S3Server) => {
  const settings = bucketSettings(server.url);
  if (settings === null) throw new Error("The address of the test server is wrong.");
  return settings;
};
const copies = () => ({ bucket: settingsOf(s3), recipient });
const nameOf = (day: number) =>
  `scheduled-2026-11-${String(day).padStart(2, "0")}T04-00-00-000Z.db`;
const keyOf = (day: number) => `furrow-backups/${nameOf(day)}.age`;

async function backupOf(day: number, bytes: Buffer): Promise<string> {
  const file = join(directory, nameOf(day));
  await writeFile(file, bytes);
  return file;
}

async function target(): Promise<string> {
  return mkdtemp(join(directory, "target-"));
}

test("a large backup is stored in parts, encrypted, and comes back byte for byte", async () => {
  const bytes = Buffer.concat([Buffer.from("SQLite format 3"), randomBytes(9 * 1024 * 1024)]);
  const { bytes: stored } = await copyToBucket(copies(), await backupOf(1, bytes), 7);
  const object = s3.objects.get(keyOf(1)) ?? Buffer.alloc(0);
  expect(object.length).toBe(stored);
  expect(object.includes("SQLite")).toBe(false);
  expect(s3.requests.filter((request) => request.startsWith("PUT"))).toHaveLength(2);
  const into = await target();
  const fetched = await fetchCopy(copyAddress(s3.url, undefined), keyFile, into);
  expect(fetched.name).toBe(`${nameOf(1)}.age`);
  expect(bytes.equals(await readFile(fetched.file))).toBe(true);
});

test("the newest copies are kept, and nothing else in the bucket is deleted", async () => {
  s3.objects.set("private-files/1", Buffer.from("file"));
  s3.objects.set("furrow-backups/mine.db.age", Buffer.from("copied by hand"));
  for (const day of [1, 2, 3, 4, 5]) {
    await copyToBucket(copies(), await backupOf(day, Buffer.from(`${day}`)), 3);
  }
  expect([...s3.objects.keys()].sort()).toEqual([
    "furrow-backups/mine.db.age",
    ...[3, 4, 5].map(keyOf),
    "private-files/1",
  ]);
  const older = copyAddress(`s3://files-of-shop/${nameOf(4)}.age`, settingsOf(s3));
  const { file } = await fetchCopy(older, keyFile, await target());
  expect(await readFile(file, "utf8")).toBe("4");
});

test("a failed upload leaves no object and no parts, and the next upload removes the parts of a dead process", async () => {
  const file = await backupOf(1, randomBytes(100));
  s3.behave = (request) => (request.startsWith("PUT") ? [403, "AccessDenied"] : null);
  await expect(copyToBucket(copies(), file, 7)).rejects.toThrow(
    "Allow the key in BACKUP_URL to read, write and delete objects of this bucket.",
  );
  expect([s3.objects.size, s3.uploads.length]).toEqual([0, 0]);
  s3.behave = () => null;
  s3.uploads.push({ id: "of-a-dead-process", key: keyOf(1), parts: [] });
  s3.uploads.push({ id: "of-another-program", key: "videos/1", parts: [] });
  await copyToBucket(copies(), file, 7);
  expect(s3.uploads.map(({ id }) => id)).toEqual(["of-another-program"]);
  expect([...s3.objects.keys()]).toEqual([keyOf(1)]);
});

test("a wrong key, a damaged copy and an empty bucket are each reported", async () => {
  const fetched = async () => fetchCopy(copyAddress(s3.url, undefined), keyFile, await target());
  await expect(fetched()).rejects.toThrow("There is no copy of a backup in this bucket.");
  await copyToBucket(copies(), await backupOf(1, randomBytes(1000)), 7);
  const other = join(directory, "other.txt");
  await writeFile(other, await generateX25519Identity());
  const withOther = fetchCopy(copyAddress(s3.url, undefined), other, await target());
  await expect(withOther).rejects.toThrow(`cannot be decrypted with the key in ${other}`);
  const object = s3.objects.get(keyOf(1)) ?? Buffer.alloc(0);
  object[object.length - 1] = (object.at(-1) ?? 0) ^ 1;
  await expect(fetched()).rejects.toThrow("the copy is damaged, so take an older one");
  expect(() => copyAddress("s3://another-bucket", settingsOf(s3))).toThrow("Set BACKUP_URL");
});
