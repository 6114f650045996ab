import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type DatabaseAddress, openDatabase } from "#platform/database/database.ts";
import { migrate } from "#platform/database/migrations.ts";

const program = fileURLToPath(import.meta.url);

/**
 * Kills a process during its second migration, after the first migration has created the table
 * "barn".
 */
export async function dieInMigration(address: DatabaseAddress): Promise<void> {
  const child = spawn(process.execPath, [program, JSON.stringify(address)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  await Promise.race([once(child.stdout, "data"), ended]);
  child.kill("SIGKILL");
  const [, signal] = await ended;
  if (signal !== "SIGKILL") throw new Error("The process ended before it could be killed.");
}

async function migrateForEver(address: DatabaseAddress): Promise<void> {
  const database = openDatabase(address);
  setInterval(() => {}, 1000);
  await migrate(database.libraryHandle, {
    "0001-barn": { up: (db) => db.schema.createTable("barn").addColumn("id", "text").execute() },
    "0002-harvest": {
      async up() {
        console.log("the barn is there");
        await new Promise(() => {});
      },
    },
  });
}

if (process.argv[1] === program) await migrateForEver(JSON.parse(process.argv[2] ?? ""));
