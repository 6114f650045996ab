import {
  chmodSync,
  chownSync,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { parseEnv } from "node:util";
import { StartError } from "#platform/errors.ts";
import { syncToDisk } from "#platform/files/directories.ts";

/** Values by name; an empty text removes the setting. */
export type SettingValues = Readonly<Record<string, string>>;

/** Settings in a `.env` file; none without the file. */
export function readSettingsFile(file: string): Record<string, string> {
  if (!existsSync(file)) return {};
  const values = parseEnv(readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/**
 * Changes settings in a `.env` file, completely or not at all, and keeps all other lines. Only the
 * owner of a new file can read the file.
 */
export function writeSettingsFile(file: string, values: SettingValues): void {
  const before = existsSync(file) ? readFileSync(file, "utf8").replace(/^\uFEFF/, "") : "";
  const rest = new Map(Object.entries(values));
  const lines = before.split("\n").flatMap((line) => {
    const name = /^\s*(?:export\s+)?([A-Z_][A-Z0-9_]*)\s*=/.exec(line)?.[1];
    if (name === undefined || !(name in values)) return [line];
    const value = rest.get(name);
    rest.delete(name);
    return value === undefined || value === "" ? [] : [settingLine(name, value)];
  });
  while (lines.at(-1) === "") lines.pop();
  for (const [name, value] of rest) if (value !== "") lines.push(settingLine(name, value));
  const draft = `${file}.draft`;
  writeFileSync(draft, `${lines.join("\n")}\n`, { mode: 0o600 });
  if (existsSync(file)) {
    const { mode, uid, gid } = statSync(file);
    chmodSync(draft, mode & 0o777);
    // Keeps the owner of the file, because root may change the settings of a service that runs as
    // another user.
    if (process.getuid?.() === 0) chownSync(draft, uid, gid);
  }
  syncToDisk(draft);
  renameSync(draft, file);
  syncToDisk(dirname(file));
}

function settingLine(name: string, value: string): string {
  if (/^[\w@%+=:,./?&~-]*$/.test(value)) return `${name}=${value}`;
  const quote = ["'", '"', "`"].find((each) => !value.includes(each));
  if (quote === undefined || /[\r\n]/.test(value)) {
    throw new StartError(`${name} cannot contain a line break or all three kinds of quotes.`);
  }
  return `${name}=${quote}${value}${quote}`;
}
