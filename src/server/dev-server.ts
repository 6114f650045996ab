import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createServer as createVite } from "vite";

/**
 * `npm run dev`: the program with hot reload. Services are composed once; Vite loads the interfaces
 * and pages at each request, so that a change takes effect at the next request.
 */
// New files contain data of customers and secrets, so no other user of the machine may read them.
process.umask(0o077);
const vite = await createVite({ server: { middlewareMode: true }, appType: "custom" });
type Build = typeof import("virtual:react-router/server-build");
const load = <Module>(path: string) => vite.ssrLoadModule(path) as Promise<Module>;

const { readSettings } = await load<typeof import("./settings.ts")>("/src/server/settings.ts");
const { createLog } = await load<typeof import("../platform/metrics/log.ts")>(
  "/src/platform/metrics/log.ts",
);
const { compose } = await load<typeof import("../compose.ts")>("/src/compose.ts");

const { sectionKinds } = await load<typeof import("../app/landing/kinds/section-kinds.ts")>(
  "/src/app/landing/kinds/section-kinds.ts",
);
const { contentOfPages } = await load<typeof import("../app/landing/content-of-pages.ts")>(
  "/src/app/landing/content-of-pages.ts",
);

const configuration = readSettings();
const { host, port, publicUrl } = configuration;
const log = createLog(configuration.logLevel);
const { assets } = await load<Build>("virtual:react-router/server-build");
const pagePaths = Object.values(assets.routes).map((route) => route?.path);
const ownUrl = `http://${host}:${port}`;
const furrow = await compose({
  configuration,
  log,
  ownUrl,
  pagePaths,
  sectionKinds,
  contentOfPages,
});
await furrow.startWorkers();

async function answer(request: Request, environment: object): Promise<Response> {
  const { createRootAppWithApi } = await load<typeof import("./root-app-with-api.ts")>(
    "/src/server/root-app-with-api.ts",
  );
  const { createPages } = await load<typeof import("./page-handler.ts")>(
    "/src/server/page-handler.ts",
  );
  const { routeMovedPages } = await load<typeof import("./moved-pages.ts")>(
    "/src/server/moved-pages.ts",
  );
  const build = await load<Build>("virtual:react-router/server-build");
  const app = createRootAppWithApi(furrow.services);
  app.use(routeMovedPages(furrow.services));
  app.all("*", createPages(build, furrow.services, "development"));
  const response = await app.fetch(request, environment);
  // The policy would block the scripts and styles that hot reload inserts into the page.
  response.headers.delete("Content-Security-Policy");
  return response;
}

const listener = getRequestListener((request, environment) => answer(request, environment));
const server = createServer((request: IncomingMessage, response: ServerResponse) => {
  vite.middlewares(request, response, () => listener(request, response));
});
server.listen(port, host, () => console.log(`Furrow is ready at ${publicUrl}, with hot reload`));

async function stop(): Promise<void> {
  server.closeAllConnections();
  await vite.close();
  await furrow.close();
  process.exit(0);
}
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
