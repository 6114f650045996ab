import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { backUp } from "../maintenance/backups/back-up.ts";
import { restore } from "../maintenance/backups/restore.ts";
import { readTrustedKeys } from "../maintenance/upgrades/package-signature.ts";
import {
  readCurrentVersion,
  removeOtherVersions,
  requireGenuine,
  type UnpackedVersion,
  unpackVersion,
  writeCurrentVersion,
} from "../maintenance/upgrades/unpack-package.ts";
import { isPackaged } from "../platform/command-words.ts";
import type { Configuration } from "../platform/configuration.ts";
import { databaseAddress } from "../platform/database/database-address.ts";
import { hasDatabaseFile } from "../platform/database/database-file.ts";
import { StartError } from "../platform/errors.ts";
import { keptSecret } from "../platform/files/secret.ts";
import { type ControlConnection, connectToServer } from "../server/control-socket.ts";
import { prepareDatabase } from "../server/open-database.ts";
import { readSettings } from "../server/settings.ts";
import { keepOwner } from "./keep-owner.ts";
import { givenPath, runCommand, withExistingDatabase } from "./run-command.ts";

interface Values {
  readonly sha256?: string;
  readonly allowUnsigned?: boolean;
}

/** The launcher starts every command in the folder of the installation. */
const home = process.cwd();

/**
 * `furrow upgrade FILE`: installs the version of a package, and hands the running site over to that
 * version.
 */
export const runUpgrade = (file: string, values: Values) =>
  runCommand("Nothing was upgraded: the old version keeps running.", async () => {
    if (!isPackaged()) {
      throw new StartError("Only a package can be upgraded. In a clone, pull and start again.");
    }
    const configuration = readSettings();
    const path = givenPath(file);
    const former = readCurrentVersion(home);
    const allowUnsigned = values.allowUnsigned ?? false;
    await requireGenuine(path, {
      trusted: allowUnsigned ? [] : readTrustedKeys(join(home, "versions", former)),
      allowUnsigned,
      checksum: values.sha256,
    });
    console.log(
      allowUnsigned
        ? "✓ The checksum is right. Nobody has checked who made the package."
        : "✓ The signature and the checksum are right.",
    );
    const unpacked = await unpackVersion(path, home, former);
    console.log(`✓ Version ${unpacked.version} is unpacked beside ${former}.`);
    const hasSite = existsSite(configuration);
    if (hasSite) await tryOnCopy(configuration, unpacked);
    const server = await connectToServer(configuration.dataDirectory);
    if (server === undefined) {
      writeCurrentVersion(home, unpacked.version);
      console.log(
        `✓ The next start runs version ${unpacked.version}. Start Furrow, or restart it.`,
      );
    } else {
      await letTakeOver(server, unpacked, former);
      console.log(`✓ Version ${unpacked.version} serves the site.`);
    }
    for (const name of removeOtherVersions(home, [former, unpacked.version])) {
      console.log(`Removed the older version ${name}.`);
    }
  });

function existsSite(configuration: Configuration): boolean {
  const address = databaseAddress(configuration);
  return address.engine === "postgres" || hasDatabaseFile(address.file);
}

/** Makes a verified backup, and lets the new version change a copy of the data. */
async function tryOnCopy(configuration: Configuration, { folder }: UnpackedVersion): Promise<void> {
  const secret = configuration.secret ?? keptSecret(configuration.dataDirectory) ?? null;
  const made = await withExistingDatabase(configuration, (_database, address) =>
    backUp({
      address,
      secret,
      directory: resolve(configuration.backupDirectory),
      kind: "backup",
      prepare: prepareDatabase,
      now: Date.now(),
    }),
  );
  keepOwner(configuration.dataDirectory, made.file);
  console.log(`✓ The data is backed up and compared: ${made.file}`);
  const trial = resolve(configuration.dataDirectory, "upgrade-trial");
  rmSync(trial, { recursive: true, force: true });
  mkdirSync(trial, { mode: 0o700 });
  try {
    await restore({
      file: made.file,
      dataDirectory: trial,
      databaseUrl: undefined,
      bucket: undefined,
      prepare: prepareDatabase,
      say: () => {},
    });
    const { status, stdout, stderr } = spawnSync(
      join(folder, "bin", process.platform === "win32" ? "node.exe" : "node"),
      [join(folder, "build/server/index.js"), "try-upgrade", trial],
      { encoding: "utf8" },
    );
    if (status !== 0) {
      throw new StartError(`The new version cannot change a copy of the data. ${stdout}${stderr}`);
    }
  } finally {
    rmSync(trial, { recursive: true, force: true });
  }
  console.log("✓ The new version has changed a copy of the data, and its ledger is right.");
}

async function letTakeOver(
  server: ControlConnection,
  { version, folder }: UnpackedVersion,
  former: string,
): Promise<void> {
  server.send({ handOverTo: folder });
  for (;;) {
    const message = await server.next();
    if (message === undefined) {
      throw new StartError("The running server ended. Start Furrow, and look into its log.");
    }
    if ("step" in message) console.log(`… ${message.step}`);
    if ("switchTo" in message) {
      writeCurrentVersion(home, message.switchTo === "new" ? version : former);
      server.send({ switched: true });
    }
    if ("failure" in message) throw new StartError(message.failure);
    if ("done" in message) return;
  }
}
