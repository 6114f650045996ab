// `npm run icons IconSearch`: copies the named icons of Tabler into `src/app/ui/icons/`; without
// names, copies those that are there again. The repository contains the results, because the
// package has 5,000 icons and takes 88 MB.
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const version = "3.51.0";
const icons = fileURLToPath(new URL("../src/app/ui/icons/", import.meta.url));
const prefix = "icon-";

const folder = mkdtempSync(join(tmpdir(), "icons-"));
try {
  const packages = `@tabler/icons-react@${version}`;
  const [npm, ...args] = process.platform === "win32" ? ["cmd", "/c", "npm"] : ["npm"];
  execFileSync(
    npm,
    [...args, "install", "--no-save", "--no-audit", "--no-fund", packages, "react"],
    {
      cwd: folder,
      stdio: "inherit",
    },
  );
  const source = join(folder, "node_modules/@tabler/icons-react");
  copyFileSync(join(source, "LICENSE"), join(icons, "LICENSE"));
  for (const name of wantedIcons()) {
    const file = pathToFileURL(join(source, `dist/esm/icons/${name}.mjs`)).href;
    const { __iconNode: node } = await import(file);
    writeFileSync(join(icons, `${fileName(name)}.ts`), moduleOf(name, node));
  }
  execFileSync("node_modules/.bin/biome", ["format", "--write", icons], { stdio: "inherit" });
} finally {
  rmSync(folder, { recursive: true });
}

function wantedIcons(): string[] {
  const named = process.argv.slice(2);
  if (named.length > 0) return named;
  return readdirSync(icons)
    .filter((file) => file.startsWith(prefix))
    .map((file) =>
      file
        .replace(/\.ts$/, "")
        .replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase()),
    );
}

/** "icon-circle-check" for "IconCircleCheck". */
function fileName(name: string): string {
  return name.replaceAll(/(?<!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
}

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>];

function moduleOf(name: string, node: readonly Shape[]): string {
  const kind = name.endsWith("Filled") ? "filled" : "outline";
  const shapes = node.map(([tag, { key: _key, ...attributes }]) => [tag, attributes]);
  return `// Tabler Icons ${version}, MIT (LICENSE), copied by scripts/copy-icons.ts.
import { drawnIcon } from "./drawn-icon.ts";

export const ${name} = drawnIcon("${kind}", ${JSON.stringify(shapes)});
`;
}
