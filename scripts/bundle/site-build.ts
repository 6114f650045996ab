import type { Plugin } from "vite";

const whole = "\0virtual:react-router/server-build";
const wholeManifest = "virtual:react-router/server-manifest";
const panelFolder = "/src/app/admin/";

/** Files with routes that visitors without an account see. */
export const forVisitors =
  /\/src\/app\/(root|site-layout|landing\/[\w-]+|account\/(login|register|reset)|seo\/text-files)\.tsx?$/;

type IsWanted = (file: string) => boolean;

const builds: Readonly<Record<string, IsWanted>> = {
  "virtual:furrow/visitor-build": (file) => forVisitors.test(file),
  "virtual:furrow/site-build": (file) => !file.includes(panelFolder),
};

/** Manifest of the build for visitors. */
const ownManifest = "virtual:furrow/visitor-manifest";

/**
 * Provides two parts of React Router's server build: the routes for visitors, and all routes except
 * the panel's. React Router's own build imports all routes at once, so a server would load the
 * pages of customers and the panel, which is most of the program, before it can send the first
 * page.
 */
export function siteBuild(): Plugin {
  return {
    name: "furrow:site-build",
    resolveId: (id) => (id in builds || id === ownManifest ? `\0${id}` : undefined),
    async load(id) {
      const name = id.slice(1);
      if (name === ownManifest) {
        const { code } = await this.load({ id: `\0${wholeManifest}` });
        return manifestForVisitors(code ?? "");
      }
      const isWanted = builds[name];
      if (isWanted === undefined) return;
      const { code } = await this.load({ id: whole });
      const part = onlyWanted(code ?? "", isWanted);
      return name === "virtual:furrow/visitor-build"
        ? part.replace(JSON.stringify(wholeManifest), JSON.stringify(ownManifest))
        : part;
    },
  };
}

/** Throws when the code of React Router's build has an unexpected form. */
function onlyWanted(code: string, isWanted: IsWanted): string {
  const unwanted = new Set<string>();
  const imports = /^\s*import \* as (route\d+) from "([^"]+)";$/gm;
  const withoutImports = code.replace(imports, (line, route: string, file: string) => {
    if (isWanted(file)) return line;
    unwanted.add(route);
    return "";
  });
  let left = 0;
  const entries = /"[^"]+": \{\s*id: [^}]*?module: (route\d+)\s*\},?/g;
  const part = withoutImports.replace(entries, (entry, route: string) => {
    if (!unwanted.has(route)) return entry;
    left++;
    return "";
  });
  if (unwanted.size === 0 || left !== unwanted.size) {
    throw new Error(`Of ${unwanted.size} routes, ${left} could be left out of a build.`);
  }
  return part;
}

interface ManifestRoute {
  readonly id: string;
  readonly parentId?: string;
  readonly path?: string;
  readonly index?: boolean;
}

/**
 * The manifest without the scripts of routes, because pages without hydration do not need this half
 * megabyte. Keeps the parts that match a path to its route.
 */
function manifestForVisitors(code: string): string {
  const text = /^export default ([\s\S]*?);?\s*$/.exec(code)?.[1];
  if (text === undefined) throw new Error("React Router's manifest has an unexpected form.");
  const manifest: { routes: Record<string, ManifestRoute> } = new Function(`return ${text}`)();
  const routes = Object.entries(manifest.routes).map(([name, route]) => [
    name,
    { ...route, imports: [], css: [] },
  ]);
  return `export default ${JSON.stringify({ ...manifest, routes: Object.fromEntries(routes) })};`;
}
