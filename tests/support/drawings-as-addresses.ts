import { registerHooks } from "node:module";

/**
 * Components import drawings as URLs, which only the build resolves. In tests without a build the
 * URL is the file's path.
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
