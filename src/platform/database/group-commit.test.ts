import { expect, test } from "vitest";
import type { Queries } from "./database.ts";
import { GroupCommit } from "./group-commit.ts";

test("a group whose transaction cannot begin is not repeated", async () => {
  const busy = new Error("database is locked");
  let begun = 0;
  const execute = () => {
    begun += 1;
    return Promise.reject(busy);
  };
  const database = { transaction: () => ({ execute }) } as unknown as Queries;
  const groupCommit = new GroupCommit(database, () => {});
  const writes = ["one", "two"].map((name) => groupCommit.add(async () => name));
  const rejected = { status: "rejected", reason: busy };
  expect(await Promise.allSettled(writes)).toEqual([rejected, rejected]);
  expect(begun).toBe(1);
});
