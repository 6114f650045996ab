import { resolve } from "node:path";
import { rowsIn } from "../maintenance/copying/installation-tables.server.ts";
import { moveDatabase } from "../maintenance/copying/move-database.ts";
import { commandWords } from "../platform/command-words.ts";
import { openDatabase } from "../platform/database/database.ts";
import { StartError } from "../platform/errors.ts";
import { secretFile } from "../platform/files/secret.ts";
import { prepareDatabase } from "../server/open-database.ts";
import { readSettings } from "../server/settings.ts";
import { ledgerLines, runCommand, withExistingDatabase } from "./run-command.ts";

interface Values {
  readonly to?: string;
}

/** `furrow move-database`: copies a stopped site from its file to PostgreSQL. */
export const runMoveDatabase = (values: Values) =>
  runCommand("The site was not moved. Its database is unchanged.", async () => {
    if (!/^postgres(ql)?:\/\//.test(values.to ?? "")) {
      throw new StartError(
        `Name the new database: ${commandWords("move-database", "--to postgres://furrow@localhost/furrow")}`,
      );
    }
    const configuration = readSettings();
    if (configuration.databaseUrl !== undefined) {
      throw new StartError(
        "DATABASE_URL is set: the site is already in PostgreSQL. To move to another PostgreSQL server, restore a backup with the new DATABASE_URL.",
      );
    }
    const target = openDatabase({ engine: "postgres", url: values.to ?? "" });
    try {
      const { tables, ledger } = await withExistingDatabase(configuration, (source) =>
        moveDatabase({ source, target, prepare: prepareDatabase, say: console.log }),
      );
      console.log(`Compared: ${rowsIn(tables)} rows of ${Object.keys(tables).length} tables.`);
      console.log(ledgerLines(ledger, 10).join("\n"));
    } finally {
      await target.close();
    }
    const secret =
      configuration.secret === undefined
        ? `SECRET to what stands in ${resolve(secretFile(configuration.dataDirectory))}`
        : "SECRET as it is";
    console.log(
      `The site is moved. Set DATABASE_URL to the new database and ${secret}, and start it.`,
    );
    console.log("Keep the file as a backup, and do not start Furrow with it again.");
  });
