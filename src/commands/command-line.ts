import { Argument, Command, CommanderError } from "commander";
import { isPackaged } from "../platform/command-words.ts";
import { programVersion } from "../platform/version.ts";
import { completionScript, type Shell, shells } from "./completion.ts";
import { questions } from "./setup-questions.ts";

/** Exit code of a wrong command line; a command that fails exits with 1. */
const usageExitCode = 2;

/** `program` is the URL of the built program; undefined when the sources run. */
export async function runCommandLine(
  args: readonly string[],
  program: URL | undefined,
): Promise<void> {
  const furrow = createCommandLine(program);
  try {
    await furrow.parseAsync(args, { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    process.exitCode = error.exitCode === 0 ? 0 : usageExitCode;
  }
}

/** Commander's name for the option of a setting, such as "publicUrl" for PUBLIC_URL. */
function camelCase(name: string): string {
  return name.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function createCommandLine(program: URL | undefined): Command {
  const furrow = new Command("furrow")
    .description("The website, shop and back office of a business that sells SEO plans.")
    .version(programVersion(), "--version", "print the version")
    .helpOption("--help", "print this help")
    .helpCommand(false)
    .showHelpAfterError(`(${isPackaged() ? "furrow --help" : "--help"} lists the commands)`)
    .exitOverride()
    .addHelpText(
      "after",
      "\nExit codes: 0 for success, 1 for a failure or a difference, 2 for a wrong command line.",
    );
  const add = (name: string, description: string) =>
    furrow.command(name).description(description).helpOption("--help", "print this help");

  add("start", "serve the site").action(async () => {
    if (program === undefined) {
      furrow.error("Start the site with: npm start");
    } else {
      const { start } = await import("../server/start.ts");
      await start(program);
    }
  });
  const setup = add("setup", "ask for the settings, try each answer, and write them")
    .option("--answers <file>", "file with answers, one NAME=value a line")
    .option("--yes", "take the existing and the usual answers instead of asking", false)
    .option("--force", "write the settings even if a check fails", false)
    .option("--service", "install a systemd service")
    .option("--no-service", "install no service")
    .option("--user <name>", "user of the service", "furrow");
  for (const { option, text } of questions) setup.option(`--${option} <value>`, text);
  setup.action(async (values) => {
    const answers = questions.flatMap(({ name }) => {
      const value = values[camelCase(name)];
      return value === undefined ? [] : [[name, value]];
    });
    await (await import("./setup.ts")).runSetup({
      ...values,
      file: values.answers,
      answers: Object.fromEntries(answers),
    });
  });
  add("doctor", "check settings, folders, port, mail, payments, database and backups").action(
    async () => (await import("./doctor.ts")).runDoctor(),
  );
  add("ready", "exit with 0 when the running server is ready, for health checks").action(async () =>
    (await import("./ready.ts")).runReady(),
  );
  add("backup", "copy the site into one verified file, with or without a running server")
    .option("--to <directory>", "folder for the backup instead of BACKUP_DIR")
    .option("--keep <number>", "delete older backups in that folder beyond this number")
    .action(async (values) => (await import("./backup.ts")).runBackup(values));
  add("restore", "restore a site from a backup into an empty place")
    .argument("<file>", "the backup, or the address of its copy in a bucket, s3://…")
    .option("--key <file>", "file with the secret key for copies in a bucket")
    .option(
      "--test",
      "restore into a temporary folder, check everything, and remove it again",
      false,
    )
    .action(async (file, values) => (await import("./restore.ts")).runRestore(file, values));
  add("backup-key", "print a new key for copies of backups; run it on your own computer").action(
    async () => (await import("./backup-key.ts")).runBackupKey(),
  );
  add("move-database", "copy a stopped site from its file to PostgreSQL")
    .option("--to <url>", "the new database, such as postgres://furrow@localhost/furrow")
    .action(async (values) => (await import("./move-database.ts")).runMoveDatabase(values));
  add("move-files", "move the files of orders while the site runs")
    .option("--to <place>", '"bucket" for the bucket of FILES_URL, or "database"')
    .action(async (values) => (await import("./move-files.ts")).runMoveFiles(values));
  add("check-ledger", "compare every order, sum and payment with the ledger").action(async () =>
    (await import("./check-ledger.ts")).runCheckLedger(),
  );
  add("reset-password", "print a link with which a person sets a new password")
    .argument("<email>", "email address of the account")
    .action(async (email) => (await import("./reset-password.ts")).runResetPassword(email));
  add(
    "reset-second-factor",
    "remove the codes and passkeys of an account whose owner has lost them",
  )
    .argument("<email>", "email address of the account")
    .action(async (email) =>
      (await import("./reset-second-factor.ts")).runResetSecondFactor(email),
    );
  add("upgrade", "install the version of a package, and let it take over without a pause")
    .argument("<file>", "the package, with SHA256SUMS and SHA256SUMS.sig beside it")
    .option("--sha256 <checksum>", "also compare the package with this checksum")
    .option(
      "--allow-unsigned",
      "accept a package without a signature, such as one that you have made: whoever has made it gets all data of the site",
    )
    .action(async (file, values) => (await import("./upgrade.ts")).runUpgrade(file, values));
  furrow
    .command("try-upgrade", { hidden: true })
    .argument("<directory>")
    .action(async (directory) => (await import("./try-upgrade.ts")).runTryUpgrade(directory));
  add("completion", "print a script that completes commands in a shell")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .action((shell: Shell) => console.log(completionScript(furrow, shell)));
  return furrow;
}
