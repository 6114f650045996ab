import type { Plugin } from "vite";

const whole = "\0virtual:react-router/server-build";
const name = "virtual:furrow/site-build";
const panelFolder = "/src/app/admin/";

/**
 * Provides the module `virtual:furrow/site-build`: React Router's server build without the panel's
 * routes. React Router's own build imports all routes at once, and the panel is most of the
 * program, so a server would load the panel before it can send the first page.
 */
export function siteBuild(): Plugin {
  return {
    name: "furrow:site-build",
    resolveId: (id) => (id === name ? `\0${name}` : undefined),
    async load(id) {
      if (id !== `\0${name}`) return;
      const { code } = await this.load({ id: whole });
      return withoutPanel(code ?? "");
    },
  };
}

/** Throws when the code of React Router's build has an unexpected form. */
function withoutPanel(code: string): string {
  const panel = new Set<string>();
  const imports = /^\s*import \* as (route\d+) from "([^"]+)";$/gm;
  const withoutImports = code.replace(imports, (line, route: string, file: string) => {
    if (!file.includes(panelFolder)) return line;
    panel.add(route);
    return "";
  });
  let left = 0;
  const entries = /"[^"]+": \{\s*id: [^}]*?module: (route\d+)\s*\},?/g;
  const site = withoutImports.replace(entries, (entry, route: string) => {
    if (!panel.has(route)) return entry;
    left++;
    return "";
  });
  if (panel.size === 0 || left !== panel.size) {
    throw new Error(`Of ${panel.size} routes of the panel, ${left} could be left out of the site.`);
  }
  return site;
}
