import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { addressOf } from "../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import {
  headersFrom,
  openAccess,
  registered,
  signedInAgain,
} from "../../tests/support/rights/access.ts";
import { resetPassword } from "../access/sessions/reset-password.ts";
import type { Database } from "../platform/database/database.ts";

const program = fileURLToPath(new URL("furrow.ts", import.meta.url));

async function run(database: Database, email: string) {
  const address = await addressOf(database);
  const place =
    address.engine === "sqlite"
      ? { DATA_DIR: dirname(address.file) }
      : { DATABASE_URL: address.url };
  const env = { PATH: process.env.PATH, SECRET: "a secret of thirty-two characters", ...place };
  return new Promise<{ readonly code: number | string; readonly said: string }>((resolve) => {
    execFile(process.execPath, [program, "reset-password", email], { env }, (error, out, err) => {
      resolve({ code: error?.code ?? 0, said: out + err });
    });
  });
}

describeOnEachDatabase("npm run reset-password", (openDatabase) => {
  test("prints a link that sets a new password once", async () => {
    const access = await openAccess(await openDatabase());
    await registered(access, "ada@example.com");
    const { code, said } = await run(access.database, "Ada@example.com");
    const token = /^http:\/\/localhost:3000\/reset\?token=(\S+)$/m.exec(said)?.[1] ?? "";
    expect([code, token === ""]).toEqual([0, false]);
    const password = "a wholly new hedgerow";
    const headers = headersFrom("203.0.113.7");
    await resetPassword(access.access, headers, token, password);
    await signedInAgain(access, "ada@example.com", password);
    await expect(resetPassword(access.access, headers, token, password)).rejects.toMatchObject({
      code: "invalid",
    });
  });

  test("refuses an unknown email address", async () => {
    const { database } = await openAccess(await openDatabase());
    const unknown = await run(database, "nobody@example.com");
    expect(unknown).toMatchObject({ code: 1 });
    expect(unknown.said).toContain("There is no account with the address nobody@example.com.");
  });
});
