declare module "virtual:react-router/server-build" {
  import type { ServerBuild } from "react-router";

  const build: ServerBuild;
  export = build;
}

declare module "virtual:furrow/site-build" {
  import type { ServerBuild } from "react-router";

  const build: ServerBuild;
  export = build;
}

declare module "virtual:furrow/visitor-build" {
  import type { ServerBuild } from "react-router";

  const build: ServerBuild;
  export = build;
}
