import { reactRouter } from "@react-router/dev/vite";
import { defineConfig } from "vite";
import {
  chunkContents,
  passwordsMadeAtBuild,
  withoutKnownWarning,
} from "./scripts/bundle/build-plugins.ts";
import { siteBuild } from "./scripts/bundle/site-build.ts";

export default defineConfig(({ command }) => ({
  plugins: [
    reactRouter(),
    siteBuild(),
    passwordsMadeAtBuild(),
    withoutKnownWarning(),
    chunkContents(),
  ],
  environments: {
    ssr: {
      build: {
        // The whole program is the server build's entry, so that there is one module graph: pages,
        // calls and workers share one database and one sign-in.
        rollupOptions: {
          input: "src/main.ts",
          // Names without a hash, so that the compiled code of one build replaces that of the last.
          output: {
            chunkFileNames: "assets/[name].js",
            charset: "ascii",
            minify: { compress: true, mangle: false, codegen: true },
          },
        },
      },
      // Libraries are built in: a start reads a dozen files instead of a thousand, without what nobody
      // uses. But not those that are seldom needed, or that are no JavaScript.
      ...(command === "build"
        ? {
            resolve: { noExternal: true, external: ["sharp", "pg", "nodemailer"] },
            define: { "process.env.NODE_ENV": JSON.stringify("production") },
          }
        : {}),
    },
  },
  build: {
    target: "es2023",
    // What all browsers have understood since May 2024 is not written twice.
    cssTarget: ["chrome123", "edge123", "firefox121", "safari17.5", "ios17.5"],
    // A file is one that a browser keeps; what a page is to carry says so ("?inline").
    assetsInlineLimit: 0,
  },
}));
