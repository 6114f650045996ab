import type { Plugin } from "vite";

/**
 * Takes Node's own modules from `process.getBuiltinModule` instead of `import`. An import reads
 * every export, also those that Node loads on first use: `node:http` would load a whole HTTP
 * client, which took a sixth of the start time. The code uses `globalThis.process`, because a
 * library in the chunk can have a function of the name `process`.
 */
export function builtInModules(): Plugin {
  return {
    name: "furrow:built-in-modules",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "ssr",
    renderChunk: (code) => withoutBuiltInImports(code),
  };
}

const imports =
  /^import\s*(?:([\w$]+)\s*,?\s*)?(?:\*\s*as\s+([\w$]+)|\{([^}]*)\})?\s*(?:from\s*)?(["'])(node:[\w/]+)\4;?$/gm;

export function withoutBuiltInImports(code: string): string {
  return code.replace(
    imports,
    (_line, byDefault?: string, all?: string, named?: string, _quote?: string, module?: string) => {
      const loaded = `globalThis.process.getBuiltinModule(${JSON.stringify(module)})`;
      const parts = [
        ...(byDefault === undefined ? [] : [`${byDefault} = ${loaded}`]),
        ...(all === undefined ? [] : [`${all} = { __proto__: ${loaded}, default: ${loaded} }`]),
        ...(named === undefined ? [] : [`{ ${namesIn(named)} } = ${loaded}`]),
      ];
      return parts.length === 0 ? "" : `const ${parts.join(", ")};`;
    },
  );
}

/** Converts the names of an import to a destructuring pattern: `a as b` to `a: b`. */
function namesIn(named: string): string {
  return named.trim().replaceAll(/([\w$]+)\s+as\s+([\w$]+)/g, "$1: $2");
}
