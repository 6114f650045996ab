import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "vite";

export interface SourceFile {
  /** Path from the repository's root with forward slashes, such as `src/platform/money.ts`. */
  readonly path: string;
  readonly text: string;
}

/** All files below a folder of the repository whose names have one of the endings. */
export function readSourceFiles(folder: string, endings: readonly string[]): SourceFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => join(entry.parentPath, entry.name).replaceAll("\\", "/"))
    .sort()
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

export interface Import {
  /** Path from the repository's root, or the name of a package. */
  readonly target: string;
  /** True if the import has no effect at run time. */
  readonly typeOnly: boolean;
}

/** Imports of a text, because parsing all files takes seconds and several tests look at them. */
const known = new Map<string, Import[]>();

/**
 * All imports of a file: `import`, `import type`, `export … from`, `import()` and
 * `import("…").Type`.
 */
export function importsOf(file: SourceFile): Import[] {
  const key = `${file.path}\n${file.text}`;
  const imports = known.get(key) ?? parseImports(file);
  known.set(key, imports);
  return imports;
}

function parseImports(file: SourceFile): Import[] {
  const parsed = parseSync(file.path, file.text);
  const { module, errors } = parsed;
  if (errors.length > 0) throw new Error(`${file.path} cannot be read: ${errors[0]?.message}`);
  const found = new Map<string, Import>();
  const note = (source: string, typeOnly: boolean) => {
    const target = resolve(file.path, source);
    found.set(target, { target, typeOnly: typeOnly && found.get(target)?.typeOnly !== false });
  };
  // Only the whole syntax tree has the imports inside expressions and types. Reading it takes three
  // times as long.
  if (/\bimport\s*\(/.test(file.text)) visit(parsed.program, note);
  else {
    const isType = (start: number) => /^\w+\s+type\s+(?!from\b)/.test(file.text.slice(start));
    for (const { moduleRequest, start } of module.staticImports) {
      note(moduleRequest.value, isType(start));
    }
    for (const { entries, start } of module.staticExports) {
      for (const { moduleRequest } of entries) {
        if (moduleRequest) note(moduleRequest.value, isType(start));
      }
    }
  }
  return [...found.values()];
}

interface ImportingNode {
  readonly type?: unknown;
  readonly source?: { readonly value?: unknown } | null;
  readonly importKind?: unknown;
  readonly exportKind?: unknown;
}

const importingNodes = new Set([
  "ImportDeclaration",
  "ExportNamedDeclaration",
  "ExportAllDeclaration",
  "ImportExpression",
  "TSImportType",
]);

function visit(node: unknown, found: (source: string, typeOnly: boolean) => void): void {
  if (typeof node !== "object" || node === null) return;
  const { type, source, importKind, exportKind } = node as ImportingNode;
  if (importingNodes.has(String(type)) && source !== null && source !== undefined) {
    // Reports a path that is computed at run time under a name that no folder may import, because
    // such a path could lead to any file.
    const address = typeof source.value === "string" ? source.value : "(computed at run time)";
    const isType = importKind === "type" || exportKind === "type" || type === "TSImportType";
    found(address, isType);
  }
  for (const child of Object.values(node)) visit(child, found);
}

function resolve(importer: string, source: string): string {
  const [address = ""] = source.split("?");
  // The `imports` of package.json.
  if (address.startsWith("#")) return `src/${address.slice(1)}`;
  return address.startsWith(".") ? posix.join(posix.dirname(importer), address) : address;
}
