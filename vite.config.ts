import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import { browserScripts } from "./scripts/bundle/browser-scripts.ts";
import {
  blocksWithoutSeeds,
  chunkContents,
  passwordsMadeAtBuild,
  withoutKnownWarning,
} from "./scripts/bundle/build-plugins.ts";
import { externalPackages } from "./scripts/bundle/external-packages.ts";
import { styleSheets } from "./scripts/bundle/style-sheets.ts";

export default defineConfig(({ command }) => ({
  plugins: [
    browserScripts(),
    styleSheets(),
    reactRouter(),
    passwordsMadeAtBuild(),
    blocksWithoutSeeds(),
    withoutKnownWarning(),
    chunkContents(),
  ],
  environments: {
    ssr: {
      build: {
        // The whole program is the entry of the server build, so that there is one module graph:
        // pages, REST calls and workers share one database and one sign-in.
        rollupOptions: {
          input: "src/main.ts",
          // Names without a hash, so that Node's compile cache of one build replaces the last one.
          output: {
            chunkFileNames: "assets/[name].js",
            charset: "ascii",
            minify: { compress: true, mangle: false, codegen: true },
          },
        },
      },
      // Bundles the libraries: a start reads a dozen files instead of a thousand, and no unused
      // code.
      ...(command === "build"
        ? {
            resolve: { noExternal: true, external: externalPackages },
            define: { "process.env.NODE_ENV": JSON.stringify("production") },
          }
        : {}),
    },
  },
  build: {
    target: "es2023",
    // All browsers have supported this CSS since May 2024, so the build adds no fallbacks.
    cssTarget: ["chrome123", "edge123", "firefox121", "safari17.5", "ios17.5"],
    // As a file, an asset stays in the browser's cache; an import with "?inline" is inlined anyway.
    assetsInlineLimit: 0,
  },
}));
