import { relative } from "node:path";
import type { Plugin } from "vite";

/** Writes beside the server build which modules each of its files holds, as `contents.json`. */
export function chunkContents(): Plugin {
  return {
    name: "furrow:chunk-contents",
    applyToEnvironment: ({ name }) => name === "ssr",
    generateBundle(_options, bundle) {
      const root = this.environment.config.root;
      const contents = Object.values(bundle).flatMap((chunk) =>
        chunk.type === "chunk"
          ? [[chunk.fileName, chunk.moduleIds.map((id) => relative(root, id))] as const]
          : [],
      );
      const source = JSON.stringify(Object.fromEntries(contents), null, 1);
      this.emitFile({ type: "asset", fileName: "contents.json", source });
    },
  };
}
