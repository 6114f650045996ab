import { join } from "node:path";
import type { Config } from "@react-router/dev/config";
import { precompressFiles } from "./scripts/bundle/precompress-files.ts";

export default {
  appDirectory: "src/app",
  ssr: true,
  serverBuildFile: "index.js",
  // `http/http-app.ts` checks the origin of every write. React Router's own check would fail behind a
  // proxy, because it does not know the site's public origin.
  allowedActionOrigins: ["**"],
  buildEnd: ({ reactRouterConfig }) =>
    precompressFiles(join(reactRouterConfig.buildDirectory, "client")),
} satisfies Config;
