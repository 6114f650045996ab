import { registerHooks } from "node:module";

/** Files whose import is an address: drawings, and scripts of pages (`?script`, `?worker&url`). */
const asset = /\.svg$|\.ts\?(script|worker&url)$/;

/** Makes an imported asset its own URL here, because only the build knows its public address. */
export function takeAssetsAsAddresses(): void {
  registerHooks({
    load(url, context, nextLoad) {
      if (!asset.test(url)) return nextLoad(url, context);
      const source = `export default ${JSON.stringify(url)};`;
      return { format: "module", source, shortCircuit: true };
    },
  });
}
