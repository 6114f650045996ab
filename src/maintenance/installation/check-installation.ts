import { resolve } from "node:path";
import { commandWords } from "#platform/command-words.ts";
import type { Configuration } from "#platform/configuration.ts";
import { type Database, openDatabase } from "#platform/database/database.ts";
import { databaseAddress } from "#platform/database/database-address.ts";
import {
  findDamage,
  hasDatabaseFile,
  refuseUnfinishedCopy,
} from "#platform/database/database-file.ts";
import { type Migrations, needsUpgrade } from "#platform/database/migrations.ts";
import { reasonOf } from "#platform/errors.ts";
import { keptSecret } from "#platform/files/secret.ts";
import { formatDuration } from "#platform/metrics/amounts-in-words.ts";
import {
  readBackupPlan,
  readMailServer,
  serverOfEnvironment,
} from "#settings/stored-settings.server.ts";
import { readCopies } from "../backup-copies/copy-schedule.ts";
import { listBackupFiles } from "../backups/backup-files.ts";
import { readSchedule } from "../backups/scheduled-backups.ts";
import { checkConnectedAccounts } from "./check-connected-accounts.ts";
import {
  type CheckedPart,
  checkBucketAccess,
  checkFolder,
  checkMailServer,
  checkPort,
  checkProvider,
  checkPublicUrl,
} from "./check-parts.ts";

interface CheckOptions {
  readonly configuration: Configuration;
  readonly migrations: Migrations;
  readonly now: number;
}

/** Checks folders, database, port, mail server and payment provider; the server may be running. */
export async function* checkInstallation({
  configuration,
  migrations,
  now,
}: CheckOptions): AsyncGenerator<CheckedPart> {
  yield checkPublicUrl(configuration);
  yield await checkPort(configuration);
  yield checkFolder("Data", configuration.dataDirectory, "DATA_DIR");
  yield checkFolder("Backup folder", configuration.backupDirectory, "BACKUP_DIR");
  for (const name of configuration.payments) yield await checkProvider(name, configuration);
  if (configuration.bucket !== undefined) {
    yield await checkBucketAccess("Files", configuration.bucket, "FILES_URL");
  }
  if (configuration.backupCopies !== undefined) {
    yield await checkBucketAccess(
      "Bucket for backups",
      configuration.backupCopies.bucket,
      "BACKUP_URL",
    );
  }
  yield* checkDatabase({ configuration, migrations, now });
}

async function* checkDatabase(options: CheckOptions): AsyncGenerator<CheckedPart> {
  const name = "Database";
  const { configuration, migrations } = options;
  const address = databaseAddress(configuration);
  const where = address.engine === "sqlite" ? address.file : "DATABASE_URL";
  if (address.engine === "sqlite" && !hasDatabaseFile(address.file)) {
    const sentence = `There is no site at ${where} yet. The first start creates it.`;
    yield { name, state: "attention", sentence };
    yield* checkConfiguredMail(configuration);
    if (configuration.payments.length === 0) yield noAccount;
    return;
  }
  const damage = address.engine === "sqlite" ? findDamage(address.file) : null;
  if (damage !== null) {
    const sentence = `${where} is damaged (${damage}). Stop Furrow and restore the newest backup.`;
    yield { name, state: "wrong", sentence };
    return;
  }
  const database = openDatabase(address);
  try {
    await refuseUnfinishedCopy(database.read);
    if (await needsUpgrade(database.read, migrations)) {
      const sentence = `${where} is of an older version. The next start upgrades it.`;
      yield { name, state: "attention", sentence };
      return;
    }
    yield { name, state: "good", sentence: `${where} can be read and is of this version.` };
    yield await checkSavedMail(database, configuration);
    if (configuration.payments.length === 0) {
      yield* checkConnectedAccounts(database, secretOf(configuration), configuration);
    }
    yield await checkBackups(database, options);
    if (configuration.backupCopies !== undefined) yield await checkCopies(database, options);
  } catch (error) {
    const sentence = `${where} cannot be used: ${reasonOf(error)}`;
    yield { name, state: "wrong", sentence };
  } finally {
    await database.close().catch(() => {});
  }
}

const noMailServer: CheckedPart = {
  name: "Mail",
  state: "attention",
  sentence: "There is no mail server, so emails wait. Set it in the panel or with SMTP_URL.",
};

const noAccount: CheckedPart = {
  name: "Payments",
  state: "attention",
  sentence:
    "No account is connected yet. Once the site runs, connect Stripe or PayPal in the panel under Settings → Payments.",
};

async function* checkConfiguredMail({ smtpUrl, mailFrom }: Configuration) {
  if (smtpUrl === undefined || mailFrom === undefined) yield noMailServer;
  else yield await checkMailServer(serverOfEnvironment(smtpUrl, mailFrom));
}

function secretOf({ secret, dataDirectory }: Configuration): string {
  return secret ?? keptSecret(dataDirectory) ?? "";
}

async function checkSavedMail(
  database: Database,
  configuration: Configuration,
): Promise<CheckedPart> {
  const secret = secretOf(configuration);
  const server = await readMailServer({ configuration, secret }, database.read);
  if (server.state === "ready") return checkMailServer(server);
  if (server.state === "missing") return noMailServer;
  return {
    name: "Mail",
    state: "wrong",
    sentence:
      "The saved mail password cannot be read with this SECRET. Enter it in the panel again.",
  };
}

async function checkBackups(
  database: Database,
  { configuration, now }: CheckOptions,
): Promise<CheckedPart> {
  const name = "Backups";
  const { everyMs } = await readBackupPlan(configuration, database.read);
  const { good_at, failed_at, failure } = await readSchedule(database.read);
  const files = listBackupFiles(resolve(configuration.backupDirectory));
  const newest = Math.max(good_at ?? 0, ...files.map(({ at }) => at));
  if (failed_at !== null && failed_at > newest) {
    return { name, state: "wrong", sentence: `The last backup failed: ${failure}` };
  }
  if (newest === 0) {
    const sentence = "There is no backup yet. Make one with `backup`, or set BACKUP_EVERY.";
    return { name, state: "attention", sentence };
  }
  const age = `The newest backup is ${formatDuration(now - newest)} old`;
  if (everyMs === null) {
    return {
      name,
      state: "attention",
      sentence: `${age}. Set BACKUP_EVERY to make them regularly.`,
    };
  }
  if (now - newest > 2 * everyMs) {
    const sentence = `${age}; one is due every ${formatDuration(everyMs)}. Look for the reason in the log.`;
    return { name, state: "wrong", sentence };
  }
  return { name, state: "good", sentence: `${age}.` };
}

async function checkCopies(database: Database, { now }: CheckOptions): Promise<CheckedPart> {
  const name = "Copies of backups";
  const { arrived_at, failed_at, failure, tested_at } = await readCopies(database.read);
  if (failed_at !== null) {
    return { name, state: "wrong", sentence: `The last copy failed: ${failure}` };
  }
  if (arrived_at === null) {
    const sentence = "No copy has arrived yet. The next scheduled backup is copied.";
    return { name, state: "attention", sentence };
  }
  const arrived = `The last copy arrived ${formatDuration(now - arrived_at)} ago`;
  if (tested_at !== null) {
    const sentence = `${arrived}; a copy was restored in a test ${formatDuration(now - tested_at)} ago.`;
    return { name, state: "good", sentence };
  }
  const sentence = `${arrived}, and none was restored in a test. Run ${commandWords("restore", "s3://… --key FILE --test")}.`;
  return { name, state: "attention", sentence };
}
