import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { precompressFiles } from "./scripts/bundle/precompress-files.ts";

export default {
  appDirectory: "src/app",
  ssr: true,
  serverBuildFile: "index.js",
  // Every write has passed `http/http-app.ts`, which knows the public origin behind a proxy.
  allowedActionOrigins: ["**"],
  buildEnd: ({ reactRouterConfig }) =>
    precompressFiles(join(reactRouterConfig.buildDirectory, "client")),
} satisfies Config;
