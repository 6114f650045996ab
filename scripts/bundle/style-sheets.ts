import { createHash } from "node:crypto";
import { basename, relative } from "node:path";
import type { Plugin, ViteDevServer } from "vite";

const prefix = "\0style-sheet:";
/** Vite would process a module whose name ends like a style sheet as one. */
const suffix = ".js";

/**
 * Style sheets of pages that React does not hydrate. `import sheet from "./name.css?sheet"` is on
 * the server the minified text of the sheet, with its hash for the Content-Security-Policy, and in
 * the browser the address of a file with this text. All are made at the build. The module on the
 * server also names the files of the sheet, such as fonts, so that the build publishes them.
 */
export function styleSheets(): Plugin {
  let server: ViteDevServer | undefined;
  return {
    name: "furrow:style-sheets",
    enforce: "pre",
    configureServer(started) {
      server = started;
    },
    resolveId: {
      filter: { id: /\.css\?sheet$/ },
      async handler(id, importer) {
        const file = await this.resolve(id.replace(/\?sheet$/, ""), importer);
        return file && prefix + file.id + suffix;
      },
    },
    load: {
      filter: { id: /^\0style-sheet:/ },
      async handler(id) {
        const file = id.slice(prefix.length, -suffix.length);
        this.addWatchFile(file);
        const { root } = this.environment.config;
        const order = orderOf(relative(`${root}/src/app`, file));
        const isClient = this.environment.name === "client";
        if (server !== undefined && isClient) {
          return exported({ order, address: `/${relative(root, file)}` });
        }
        const inlined = `${file}?inline`;
        const source: string =
          server === undefined
            ? textIn((await this.load({ id: inlined })).code)
            : (await server.ssrLoadModule(inlined)).default;
        const text = withFiles(source, (reference) => this.getFileName(reference));
        const hash = createHash("sha256").update(text);
        if (!isClient) {
          const files = source.match(assetReference) ?? undefined;
          return exported({ order, text, hash: `sha256-${hash.digest("base64")}`, files });
        }
        const name = `${basename(file, ".css")}-${hash.digest("base64url").slice(0, 8)}`;
        const fileName = `assets/${name}.css`;
        this.emitFile({ type: "asset", fileName, source: text });
        return exported({ order, address: `/${fileName}` });
      },
    },
  };
}

/**
 * A key that sorts sheets in the order of the cascade: the rules of all pages in `ui/styles`, the
 * shared components of `ui`, then pages and sections, then what a look changes of them; in each a
 * folder before its subfolders.
 */
function orderOf(path: string): string {
  const level = path.startsWith("ui/styles/")
    ? 0
    : path.startsWith("ui/")
      ? 1
      : path.startsWith("looks/")
        ? 3
        : 2;
  return `${level}${path.split("/").length} ${path}`;
}

/** The text that a module of Vite exports. */
function textIn(code: string | null): string {
  const text = /^export default (".*")/s.exec(code ?? "")?.[1];
  if (text === undefined) throw new Error("Vite's module of a style sheet has an unexpected form.");
  return JSON.parse(text);
}

const assetReference = /__VITE_ASSET__([\w$]+)__/g;

/** Puts the names of files, such as fonts, in place of Vite's references to them. */
function withFiles(text: string, nameOf: (reference: string) => string): string {
  const named = text.replace(assetReference, (_, reference) => `/${nameOf(reference)}`);
  if (named.includes("__VITE_")) throw new Error("A style sheet has an unknown reference of Vite.");
  return named;
}

function exported(sheet: object): string {
  return `export default ${JSON.stringify(sheet)};`;
}
