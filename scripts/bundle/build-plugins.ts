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

/**
 * Puts the value of the password list into the build instead of the code that unpacks it: the library
 * of the passwords holds three times as many, which is 3 MB of a server's memory.
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

/** Standard CSS that the minifier does not know yet: it warns of it at every build. */
const unknownToMinifier = "'scroll-button' is not recognized as a valid pseudo-element";

/** Leaves out the minifier's warning about standard CSS, which it passes on unchanged. */
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
