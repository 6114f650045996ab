import { relative } from "node:path";
import type { Plugin } from "vite";

/**
 * Writes `contents.json` into the server build: the names of the modules in each file of the build.
 */
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

/**
 * Replaces the module of common passwords with its exported values at build time. The library that
 * the module reads has three times as many passwords, which would take 3 MB of a server's memory.
 */
export function passwordsMadeAtBuild(): Plugin {
  return {
    name: "furrow:passwords-made-at-build",
    apply: "build",
    transform: {
      filter: { id: /\/src\/access\/sessions\/commonest-passwords\.ts$/ },
      async handler(_code, id) {
        const made: Record<string, unknown> = await import(id);
        return Object.entries(made)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join("\n");
      },
    },
  };
}

/**
 * Leaves the demonstration records out of the panel's scripts, because only the server stores these
 * records, and the size of the scripts is limited.
 */
export function blocksWithoutSeeds(): Plugin {
  return {
    name: "furrow:blocks-without-seeds",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform: {
      filter: { id: /\/src\/content\/blocks\/[\w-]+\.ts$/ },
      async handler(_code, id) {
        const made: Record<string, unknown> = await import(id);
        return Object.entries(made)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value, withoutSeed)};`)
          .join("\n");
      },
    },
  };
}

function withoutSeed(key: string, value: unknown): unknown {
  if (typeof value === "function") throw new Error("A file of content/blocks exports a function.");
  return key === "seed" ? [] : value;
}

/**
 * Text that identifies a warning to hide. The minifier warns about `::scroll-button` at every
 * build, although this pseudo-element is standard CSS and the minifier passes it on unchanged.
 */
const unknownToMinifier = "'scroll-button' is not recognized as a valid pseudo-element";

export function withoutKnownWarning(): Plugin {
  return {
    name: "furrow:without-known-warning",
    configResolved({ logger }) {
      const warn = logger.warn.bind(logger);
      logger.warn = (message, options) => {
        if (!message.includes(unknownToMinifier)) warn(message, options);
      };
    },
  };
}
