import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { systemdUnit } from "../maintenance/installation/systemd-unit.ts";
import { isPackaged } from "../platform/command-words.ts";
import { reasonOf, StartError } from "../platform/errors.ts";
import type { Terminal } from "./terminal.ts";

interface ServiceOptions {
  /**
   * Whether to install the service. Undefined asks in a terminal, and means no without a terminal.
   */
  readonly wanted: boolean | undefined;
  readonly user: string;
  readonly terminal: Terminal | undefined;
  /** Folders that the service writes to. */
  readonly folders: readonly string[];
  readonly settingsFile: string;
}

const unitFile = "/etc/systemd/system/furrow.service";

/** Installs and starts a systemd unit. Returns whether the unit is installed. */
export async function installService(options: ServiceOptions): Promise<boolean> {
  const { wanted, user, terminal, folders, settingsFile } = options;
  const obstacle = obstacleToService();
  if (obstacle !== null) {
    if (wanted === true) throw new StartError(obstacle);
    return false;
  }
  const question = `Install Furrow as a service that runs as the user ${user}?`;
  if (!(wanted ?? (terminal !== undefined && (await terminal.isYes(question, true))))) return false;
  if (spawnSync("id", ["-u", user]).status !== 0) {
    run("useradd", ["--system", "--no-create-home", "--shell", "/usr/sbin/nologin", user]);
  }
  run("chown", ["-R", `${user}:`, ...folders, settingsFile]);
  writeFileSync(unitFile, systemdUnit({ command: resolve("furrow"), user, writable: folders }));
  // The unit holds no secret, and systemd warns about a unit that only root can read.
  chmodSync(unitFile, 0o644);
  run("systemctl", ["daemon-reload"]);
  run("systemctl", ["enable", "--now", "furrow"]);
  console.log(`The service furrow runs (${unitFile}). Its log: journalctl -u furrow`);
  return true;
}

function obstacleToService(): string | null {
  if (!isPackaged()) return "A service needs a package: unpack one and run its furrow setup.";
  if (!existsSync("/run/systemd/system")) return "This machine has no systemd.";
  if (process.getuid?.() !== 0) return "Only root can install a service. Run furrow setup as root.";
  return null;
}

function run(program: string, args: readonly string[]): void {
  try {
    execFileSync(program, args, { stdio: ["ignore", "ignore", "inherit"] });
  } catch (cause) {
    throw new StartError(`${program} failed: ${reasonOf(cause)}`, { cause });
  }
}
