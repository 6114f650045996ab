import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { type Plugin, transformWithOxc } from "vite";

const kinds = { "?script": "address", "?script-text": "text" } as const;
const devPrefix = "/@script";

/**
 * Scripts of pages that React does not hydrate. `import address from "./name.ts?script"` is the
 * address of the script, and `import text from "./name.ts?script-text"` its text. A script is one
 * file without imports, because it is only stripped of its types.
 */
export function browserScripts(): Plugin {
  return {
    name: "furrow:browser-scripts",
    enforce: "pre",
    load: {
      filter: { id: /\.ts\?script(-text)?$/ },
      async handler(id) {
        const [file = "", query] = id.split(/(?=\?)/);
        this.addWatchFile(file);
        if (kinds[query as keyof typeof kinds] === "text") return exported(await scriptIn(file));
        if (this.environment.mode === "dev") return exported(`${devPrefix}${file}`);
        const source = await scriptIn(file);
        const hash = createHash("sha256").update(source).digest("base64url").slice(0, 8);
        const fileName = `assets/${basename(file, ".ts")}-${hash}.js`;
        // The server build only needs the address: the client build contains the same pages.
        if (this.environment.name === "client") {
          this.emitFile({ type: "asset", fileName, source });
        }
        return exported(`/${fileName}`);
      },
    },
    configureServer({ middlewares }) {
      middlewares.use(devPrefix, async (request, response) => {
        response.setHeader("Content-Type", "text/javascript");
        response.end(await scriptIn(request.url ?? ""));
      });
    },
  };
}

async function scriptIn(file: string): Promise<string> {
  const { code } = await transformWithOxc(await readFile(file, "utf8"), file, { sourcemap: false });
  return code;
}

function exported(value: string): string {
  return `export default ${JSON.stringify(value)};`;
}
