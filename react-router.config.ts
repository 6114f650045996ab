import type { Config } from "@react-router/dev/config";

export default {
  appDirectory: "src/app",
  ssr: true,
  serverBuildFile: "index.js",
  // Every write has passed `http/own-origin.ts`, which knows the public origin behind a proxy.
  allowedActionOrigins: ["**"],
} satisfies Config;
