import cluster from "node:cluster";
import type { Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as site from "virtual:furrow/site-build";
import { getRequestListener } from "@hono/node-server";
import { isSetUpOpen, setUpToken } from "../access/admins/first-admin.ts";
import { isAdminEmail } from "../access/admins/user-records.ts";
import { errorResponse } from "../api/error-response.ts";
import { compose, type Furrow, type Services } from "../compose.ts";
import { createServer, stopServer } from "../http/create-server.ts";
import { staticFiles } from "../http/static-files.ts";
import type { Configuration } from "../platform/configuration.ts";
import { StartError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { loadOnce } from "../platform/load-once.ts";
import type { Log } from "../platform/metrics/log.ts";
import { createSitePageCache } from "./cached-pages.ts";
import { routeMovedPages } from "./moved-pages.ts";
import { createSplitPages } from "./page-handler.ts";
import { createRootApp, isApiPath } from "./root-app.ts";

/** Time limit of a stop; container runtimes kill a process after ten seconds. */
const graceMs = 8_500;
const answeringMs = 6_000;
/**
 * Time limit for closing the database, because a connection that does not answer would delay the
 * stop. Jobs and requests have ended, or were cut off, before the database is closed.
 */
const closingMs = 1_000;

/**
 * Resolves when the server answers requests and has printed its address. `program` is the URL of
 * the built program.
 */
export async function serve(configuration: Configuration, log: Log, program: URL): Promise<void> {
  const ownUrl = `http://${reachableHost(configuration.host)}:${configuration.port}`;
  const pagePaths = Object.values(site.assets.routes).map((route) => route?.path);
  const furrow = await compose({ configuration, log, ownUrl, pagePaths, program });
  const shared = createSitePageCache(site, furrow.services);
  const app = createRootApp(furrow.services);
  app.use(staticFiles(fileURLToPath(new URL("../client", program))));
  app.use(routeMovedPages(furrow.services, (address, route) => shared.addAddress(address, route)));
  app.all(
    "*",
    createSplitPages(site, () => import("virtual:react-router/server-build"), furrow.services),
  );
  const others = getRequestListener(withLazyApi(app.fetch, furrow.services), {
    hostname: configuration.host,
  });
  const server = createServer((request, response) => shared.serve(request, response, others));
  await listen(server, configuration);
  await furrow.startWorkers();
  stopOnSignal(server, furrow);
  // Only the first of several worker processes prints the address.
  if ((cluster.worker?.id ?? 1) === 1) await announce(furrow);
}

type Fetch = (request: Request, environment?: object) => Response | Promise<Response>;

/** Adds the REST interface, and loads its code at the first REST request. */
function withLazyApi(root: Fetch, services: Services): Fetch {
  const loadApp = loadOnce(async () => {
    const { createRootAppWithApi } = await import("./root-app-with-api.ts");
    return createRootAppWithApi(services);
  });
  return async (request, environment) => {
    if (!isApiPath(new URL(request.url).pathname)) return root(request, environment);
    try {
      const app = await loadApp();
      return await app.fetch(request, environment);
    } catch (error) {
      return errorResponse(error, newId(), services.log);
    }
  };
}

function listen(server: Server, { port, host }: Configuration): Promise<void> {
  return new Promise((resolve, reject) => {
    server.listen(port, host, () => resolve());
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `PORT ${port} is taken by another program. Stop it, or set PORT to another number.`,
        EACCES: `PORT ${port} may not be used by this user. Set PORT to a number above 1023.`,
        EADDRNOTAVAIL: `HOST ${host} is no address of this machine.`,
      };
      const reason = reasons[error.code ?? ""] ?? `The server cannot listen: ${error.message}`;
      reject(new StartError(reason, { cause: error }));
    });
  });
}

/** The loopback address for a server that listens on all interfaces. */
function reachableHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

function stopOnSignal(server: Server, furrow: Furrow): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), graceMs).unref();
    // Stops the server and the workers together, because a running request can wait for a worker,
    // and a worker for a request.
    await Promise.all([stopServer(server, answeringMs), furrow.stopWorkers()]);
    await Promise.race([furrow.close(), sleep(closingMs)]);
    process.exit(0);
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

async function announce({ services }: Furrow): Promise<void> {
  const { publicUrl } = services;
  console.log(`Furrow is ready at ${publicUrl}`);
  // Requests are already served, so a database fault here must not end the process.
  console.log(await signInHint(services).catch(() => `Admins sign in at ${publicUrl}/login`));
}

async function signInHint(services: Services): Promise<string> {
  const { publicUrl, configuration, database, firstAdmin, secret } = services;
  const token = setUpToken(secret);
  const configured = configuration.firstAdmin?.email;
  if (await isSetUpOpen(firstAdmin, token)) {
    return `Set up the first admin here, once: ${publicUrl}/set-up?token=${token}`;
  }
  if (configured === undefined) return `Admins sign in at ${publicUrl}/login`;
  if (await isAdminEmail(database.read, configured)) {
    return `The admin signs in at ${publicUrl}/login as ${configured}`;
  }
  return `There is an admin already, so ADMIN_EMAIL and ADMIN_PASSWORD are ignored. Admins sign in at ${publicUrl}/login`;
}
