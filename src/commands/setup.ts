import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { setUpToken } from "../access/admins/first-admin.ts";
import { partLine } from "../maintenance/installation/check-parts.ts";
import {
  readSettingsFile,
  type SettingValues,
  writeSettingsFile,
} from "../maintenance/installation/settings-file.ts";
import { commandWords, isPackaged } from "../platform/command-words.ts";
import { readConfiguration, settingFault } from "../platform/configuration.ts";
import { databaseAddress } from "../platform/database/database-address.ts";
import { hasDatabaseFile } from "../platform/database/database-file.ts";
import { StartError } from "../platform/errors.ts";
import { makeWritable, prepareDataDirectory } from "../platform/files/directories.ts";
import { installationSecret } from "../platform/files/secret.ts";
import { installService } from "./install-service.ts";
import { givenPath, runCommand, sayWhatWasExposed } from "./run-command.ts";
import { type Question, questions } from "./setup-questions.ts";
import { Terminal } from "./terminal.ts";

export interface SetupValues {
  /** Answers from flags by the name of the setting. */
  readonly answers: SettingValues;
  /** File with answers in the form of `.env`. */
  readonly file?: string;
  /** Takes the defaults instead of asking. */
  readonly yes: boolean;
  /** Writes the settings even when a check fails. */
  readonly force: boolean;
  /** Whether to install a systemd unit; undefined asks. */
  readonly service?: boolean;
  readonly user: string;
}

const settingsFile = ".env";

/** `furrow setup`: asks for the settings, tries each answer, and writes them. */
export const runSetup = (values: SetupValues) =>
  runCommand("Nothing was set up.", async () => {
    const terminal = process.stdin.isTTY && !values.yes ? new Terminal() : undefined;
    try {
      await setUp(values, terminal);
    } finally {
      terminal?.close();
    }
  });

async function setUp(values: SetupValues, terminal: Terminal | undefined): Promise<void> {
  const kept = readSettingsFile(settingsFile);
  const inFile = values.file === undefined ? {} : answersIn(givenPath(values.file));
  const given = { ...inFile, ...values.answers };
  const answers: Record<string, string> = { ...kept };
  for (const question of questions) {
    await answer(question, answers, { given, terminal, force: values.force });
  }
  // A file can have further settings, such as DATABASE_URL.
  for (const [name, value] of Object.entries(inFile)) answers[name] ??= value;
  const configuration = readConfiguration(withoutEmpty(answers));

  prepareDataDirectory(configuration.dataDirectory);
  sayWhatWasExposed(configuration);
  makeWritable(
    { directory: resolve(configuration.backupDirectory), mode: 0o700 },
    (reason) => `BACKUP_DIR ${configuration.backupDirectory} cannot be made (${reason}).`,
  );
  writeSettingsFile(settingsFile, answers);
  console.log(`The settings are in ${resolve(settingsFile)}.`);
  const secret = installationSecret(configuration.secret, configuration.dataDirectory);
  const isInstalled = await installService({
    wanted: values.service,
    user: values.user,
    terminal,
    folders: [configuration.dataDirectory, configuration.backupDirectory].map((path) =>
      resolve(path),
    ),
    settingsFile: resolve(settingsFile),
  });
  if (!isInstalled) {
    console.log(`Start the site with: ${isPackaged() ? "./furrow start" : "npm start"}`);
  }
  const address = databaseAddress(configuration);
  if (address.engine === "sqlite" && hasDatabaseFile(address.file)) {
    console.log(`Admins sign in at ${configuration.publicUrl}/login`);
  } else {
    const link = `${configuration.publicUrl}/set-up?token=${setUpToken(secret)}`;
    console.log(`Set up the first admin here, once: ${link}`);
  }
  console.log(`${commandWords("doctor")} checks all of it again.`);
}

interface Answering {
  readonly given: SettingValues;
  readonly terminal: Terminal | undefined;
  readonly force: boolean;
}

/** Stores the answer in `answers`. Throws a StartError for a wrong answer without a terminal. */
async function answer(
  question: Question,
  answers: Record<string, string>,
  { given, terminal, force }: Answering,
): Promise<void> {
  const { name, applies, check } = question;
  const isGiven = given[name] !== undefined;
  if (!isGiven && applies?.(answers) === false) return;
  const initial = answers[name] ?? question.initial?.(answers) ?? "";
  for (;;) {
    const value = given[name] ?? (await ask(question, initial, terminal));
    const before = answers[name];
    answers[name] = value;
    const fault = value === "" ? null : settingFault(name, value);
    const part = fault === null && value !== "" ? await check?.(answers) : undefined;
    if (part !== undefined) console.log(partLine(part));
    const sentence = fault ?? (part?.state === "wrong" ? part.sentence : null);
    if (sentence === null || (fault === null && force)) return;
    if (terminal === undefined || isGiven) {
      throw new StartError(
        fault === null
          ? `${sentence} To write the settings all the same, add --force.`
          : `${sentence} Correct it and run the command again.`,
      );
    }
    if (fault !== null) console.log(`✗ ${fault}`);
    else if (await terminal.isYes("Keep this answer all the same?", false)) return;
    if (before === undefined) delete answers[name];
    else answers[name] = before;
  }
}

async function ask(
  { text, isSecret }: Question,
  initial: string,
  terminal: Terminal | undefined,
): Promise<string> {
  if (terminal === undefined) return initial;
  const shown = isSecret && initial !== "" ? "unchanged" : initial;
  const words = isSecret ? `${text} (not shown while you type)` : text;
  const question = shown === "" ? `${words}: ` : `${words} [${shown}]: `;
  const typed = await (isSecret ? terminal.askSecret(question) : terminal.ask(question));
  if (typed === "-") return "";
  return typed === "" ? initial : typed;
}

function answersIn(file: string): SettingValues {
  if (!existsSync(file)) throw new StartError(`There is no file ${file} with answers.`);
  return readSettingsFile(file);
}

function withoutEmpty(answers: SettingValues): SettingValues {
  return Object.fromEntries(Object.entries(answers).filter(([, value]) => value !== ""));
}
