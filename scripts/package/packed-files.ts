import { readdirSync } from "node:fs";
import { join, relative, sep } from "node:path";

export interface PackedFile {
  /** Path in the archive, with slashes. */
  readonly path: string;
  readonly source: { readonly file: string } | { readonly text: string };
  readonly isProgram: boolean;
}

const unused = [
  /(^|\/)(test|tests|__tests__|docs?|example|examples|\.github)\//,
  /\.(d\.[cm]?ts|[cm]?ts|map|md|markdown|flow|gyp|gypi|cc|h|hpp|tsbuildinfo)$/i,
  /(^|\/)(\.[^/]+|README|CHANGELOG|HISTORY|AUTHORS|package-lock\.json)$/i,
];
const license = /(^|\/)(licen[cs]e|copying|notice)[^/]*$/i;

/** Whether a file of a package is needed to run the package, or is its license. */
export function isNeeded(path: string): boolean {
  return license.test(path) || !unused.some((pattern) => pattern.test(path));
}

/** All files in a folder whose paths pass the filter, sorted by their path in the archive. */
export function filesIn(
  directory: string,
  target: string,
  filter: (path: string) => boolean = () => true,
): PackedFile[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, path: relative(directory, file).split(sep).join("/") }))
    .filter(({ path }) => filter(path))
    .map(({ file, path }) => ({
      path: `${target}/${path}`,
      source: { file },
      isProgram: false,
    }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
}
