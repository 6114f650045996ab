import { registerHooks } from "node:module";

/**
 * Components import drawings as addresses, which only the build knows. Whoever reads no more of them
 * than what they show, as journeys do, gets the file's own.
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
