import { execFile } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { switchOnCodes } from "../../tests/support/browser/switch-on-codes.ts";
import { addressOf } from "../../tests/support/databases/address-of.ts";
import { describeOnEachDatabase } from "../../tests/support/databases/databases.ts";
import {
  goodPassword,
  openAccess,
  registered,
  verified,
} from "../../tests/support/rights/access.ts";
import type { Database } from "../platform/database/database.ts";

const program = fileURLToPath(new URL("furrow.ts", import.meta.url));
const secret = "a secret of thirty-two characters";

async function run(database: Database, ...args: readonly string[]) {
  const address = await addressOf(database);
  const place =
    address.engine === "sqlite"
      ? { DATA_DIR: dirname(address.file) }
      : { DATABASE_URL: address.url };
  const env = { PATH: process.env.PATH, SECRET: secret, ...place };
  return new Promise<{ readonly code: number | string; readonly said: string }>((resolve) => {
    execFile(
      process.execPath,
      [program, "reset-second-factor", ...args],
      { env },
      (error, stdout, stderr) => {
        resolve({ code: error?.code ?? 0, said: stdout + stderr });
      },
    );
  });
}

describeOnEachDatabase("npm run reset-second-factor", (openDatabase) => {
  test("removes the second factor of an account and tells the person", async () => {
    const access = await openAccess(await openDatabase());
    const ada = await registered(access, "ada@example.com");
    await verified(access, ada.actor.accountId);
    await switchOnCodes(access.access, ada, goodPassword);
    const { code, said } = await run(access.database, "ada@example.com");
    expect([code, said]).toEqual([
      0,
      "✓ The second factor of ada@example.com is reset: codes and passkeys are removed, and all sessions, API keys and links of the account have ended.\n",
    ]);
    expect(await access.database.read.selectFrom("twoFactor").select("id").execute()).toEqual([]);
    expect((await access.lettersTo("ada@example.com")).at(-1)).toBe("secondFactorOff");
  });

  test("refuses an unknown or missing email address", async () => {
    const { database } = await openAccess(await openDatabase());
    const unknown = await run(database, "nobody@example.com");
    expect(unknown).toMatchObject({ code: 1 });
    expect(unknown.said).toContain("There is no account with the address nobody@example.com.");
    expect(await run(database)).toMatchObject({ code: 2 });
  });
});
