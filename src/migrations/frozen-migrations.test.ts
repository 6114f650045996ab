import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { migrations } from "../server/migrations.ts";

const folder = new URL("./", import.meta.url);
const list = new URL("checksums.txt", folder);

/** One line a file, in the format of `sha256sum`. */
function checksums(): string[] {
  const files = readdirSync(folder).filter((file) => /(?<!\.test)\.ts$/.test(file));
  return files.sort().map((file) => {
    const hash = createHash("sha256").update(readFileSync(new URL(file, folder)));
    return `${hash.digest("hex")}  ${file}`;
  });
}

test("A migration never changes, because databases exist that have run it", () => {
  const kept = readFileSync(list, "utf8").trimEnd().split("\n");
  const now = checksums();
  const changed = kept.filter((line) => !now.includes(line));
  expect(changed, "Restore these files and write another migration.").toEqual([]);
  const unlisted = now.filter((line) => !kept.includes(line));
  expect(unlisted, "Add the lines of new migrations to checksums.txt.").toEqual([]);
});

test("Every file of a migration is run under its own name", async () => {
  const names = readdirSync(folder).flatMap((file) => /^(\d{4}-.+)\.ts$/.exec(file)?.[1] ?? []);
  expect(Object.keys(migrations).sort()).toEqual(names.sort());
  for (const name of names) {
    const file: { migration: unknown } = await import(`./${name}.ts`);
    expect(migrations[name]).toBe(file.migration);
  }
});
