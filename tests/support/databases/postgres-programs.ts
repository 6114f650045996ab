import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Folder in which Debian installs each major version. It is not in the search path. */
const debianRoot = "/usr/lib/postgresql";

/**
 * The folder with `initdb` and `postgres`, from the search path or Debian's newest version; null if
 * neither has the programs.
 */
export function findPostgresPrograms(): string | null {
  if (process.platform === "win32") return null;
  const onPath = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const candidates = [...onPath, ...debianFolders()];
  return candidates.find((folder) => hasPrograms(folder)) ?? null;
}

function debianFolders(): string[] {
  if (!existsSync(debianRoot)) return [];
  return readdirSync(debianRoot)
    .sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a))
    .map((version) => join(debianRoot, version, "bin"));
}

function hasPrograms(folder: string): boolean {
  return existsSync(join(folder, "initdb")) && existsSync(join(folder, "postgres"));
}

export interface UserIds {
  readonly uid: number;
  readonly gid: number;
}

/**
 * User to run PostgreSQL as: `postgres` or `nobody` for root, because PostgreSQL refuses to run as
 * root; undefined for any other user.
 */
export function unprivilegedUser(): UserIds | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const user = idsOf("postgres") ?? idsOf("nobody");
  if (user === undefined) throw new Error("No user without privileges to run PostgreSQL as.");
  return user;
}

function idsOf(name: string): UserIds | undefined {
  const ask = (flag: string) =>
    Number(
      execFileSync("id", [flag, name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }),
    );
  try {
    return { uid: ask("-u"), gid: ask("-g") };
  } catch {
    return undefined;
  }
}
