import { readFileSync } from "node:fs";

/**
 * Version of this program, read from the package.json in a folder above this file, so that a build
 * does not have to contain the version.
 */
export function programVersion(): string {
  for (let folder = new URL(".", import.meta.url); ; folder = new URL("..", folder)) {
    const about = packageIn(folder);
    if (about?.name === "furrow") return about.version;
    if (folder.pathname === "/" || folder.href === new URL("..", folder).href) return "unknown";
  }
}

function packageIn(folder: URL): { name: string; version: string } | undefined {
  try {
    return JSON.parse(readFileSync(new URL("package.json", folder), "utf8"));
  } catch {
    return undefined;
  }
}
