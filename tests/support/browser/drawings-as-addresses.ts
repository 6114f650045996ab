import { registerHooks } from "node:module";

/**
 * Makes an imported SVG file resolve to the file's path. Only the build resolves SVG files to URLs.
 */
export function takeDrawingsAsAddresses(): void {
  registerHooks({
    load(url, context, nextLoad) {
      if (!url.endsWith(".svg")) return nextLoad(url, context);
      const source = `export default ${JSON.stringify(url)};`;
      return { format: "module", source, shortCircuit: true };
    },
  });
}
