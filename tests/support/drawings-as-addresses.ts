import { registerHooks } from "node:module";

/** Resolves imported SVG files to their paths. Only the build resolves them to URLs. */
export function takeDrawingsAsAddresses(): void {
  registerHooks({
    load(url, context, nextLoad) {
      if (!url.endsWith(".svg")) return nextLoad(url, context);
      const source = `export default ${JSON.stringify(url)};`;
      return { format: "module", source, shortCircuit: true };
    },
  });
}
