import type { Platform } from "./platforms.ts";

export interface LockedPackage {
  readonly name?: string;
  readonly version?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface LockFile {
  readonly lockfileVersion: number;
  /** Packages by their path, such as "node_modules/pg"; the path "" is the root. */
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

const folder = "node_modules/";

/** Paths of packages and all their dependencies, resolved as Node resolves them. */
function closure({ packages }: LockFile, names: readonly string[]): string[] {
  const found = new Set<string>();
  const add = (name: string, from: string) => {
    const path = pathOf(packages, name, from);
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) add(each, path);
  };
  for (const name of names) add(name, "");
  return [...found].sort();
}

function pathOf(packages: LockFile["packages"], name: string, from: string): string | undefined {
  const candidate = `${from === "" ? "" : `${from}/`}${folder}${name}`;
  if (candidate in packages) return candidate;
  if (from === "") return undefined;
  const parent = from.slice(0, Math.max(0, from.lastIndexOf(folder) - 1));
  return pathOf(packages, name, parent);
}

/** Whether npm installs a package on a platform. */
export function fits({ os, cpu, libc }: LockedPackage, platform: Platform): boolean {
  const allows = (list: readonly string[] | undefined, value: string | undefined) =>
    list === undefined || value === undefined || list.includes(value);
  return allows(os, platform.os) && allows(cpu, platform.cpu) && allows(libc, platform.libc);
}

/**
 * A package.json and a lock file with `names` and their dependencies, at the versions and with the
 * hashes of the repository's lock file. The runtime must be an optional dependency: npm refuses any
 * other dependency whose platform differs from the machine that makes the package.
 */
export function reducedLock(lock: LockFile, names: readonly string[], version: string) {
  const versions = names.map((name) => {
    const locked = lock.packages[`${folder}${name}`];
    if (locked?.version === undefined) throw new Error(`The lock file has no package ${name}.`);
    return { name, version: locked.version, isOptional: locked.optional === true };
  });
  const listed = (isOptional: boolean) =>
    Object.fromEntries(
      versions
        .filter((each) => each.isOptional === isOptional)
        .map((each) => [each.name, each.version]),
    );
  const root = {
    name: "furrow",
    version,
    dependencies: listed(false),
    optionalDependencies: listed(true),
  };
  const packages = closure(lock, names).map((path) => {
    // Drops the mark of development dependencies, because every listed package is needed here.
    const { dev, devOptional, ...locked } = lock.packages[path] as Record<string, unknown>;
    return [path, locked] as const;
  });
  return {
    packageJson: root,
    lock: {
      name: "furrow",
      version,
      lockfileVersion: lock.lockfileVersion,
      requires: true,
      packages: { "": root, ...Object.fromEntries(packages) },
    },
  };
}
