import cluster from "node:cluster";
import type { RequestListener, Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import * as build from "virtual:react-router/server-build";
import { getRequestListener } from "@hono/node-server";
import { isSetUpOpen, setUpToken } from "../access/admins/first-admin.ts";
import { isAdminEmail } from "../access/admins/user-records.ts";
import { errorResponse } from "../api/error-response.ts";
import { contentOfPages } from "../app/landing/content-of-pages.ts";
import { sectionKinds } from "../app/landing/kinds/section-kinds.ts";
import { compose, type Furrow, type Services } from "../compose.ts";
import { createServer, stopAccepting, stopServer } from "../http/create-server.ts";
import { staticFiles } from "../http/static-files.ts";
import { isPackaged } from "../platform/command-words.ts";
import type { Configuration } from "../platform/configuration.ts";
import { StartError } from "../platform/errors.ts";
import { newId } from "../platform/ids.ts";
import { loadOnce } from "../platform/load-once.ts";
import type { Log } from "../platform/metrics/log.ts";
import { createSitePageCache } from "./cached-pages.ts";
import { routeMovedPages } from "./moved-pages.ts";
import { createPages } from "./page-handler.ts";
import { createRootApp, isApiPath } from "./root-app.ts";
import type { Progress } from "./take-over.ts";

/** Time limit of a stop; container runtimes kill a process after ten seconds. */
const graceMs = 8_500;
const answeringMs = 6_000;
/**
 * Time in which clients can still send a request on open connections after a new version has
 * replaced this version.
 */
const lingeringMs = 3_000;
/** Time in which a connection that was just accepted can send its request. */
const arrivingMs = 200;
/**
 * Time limit for closing the database, because a database connection that does not answer would
 * delay the stop. Jobs and requests have ended, or were cut off, before the database is closed.
 */
const closingMs = 1_000;

/**
 * Resolves when the server answers requests and has printed its address. `program` is the URL of
 * the built program.
 */
export async function serve(
  configuration: Configuration,
  log: Log,
  program: URL,
  takesOver = false,
): Promise<void> {
  // An old version can pass its socket on before this version is ready.
  const site = Promise.withResolvers<RequestListener>();
  let answer: RequestListener = async (request, response) =>
    (await site.promise)(request, response);
  const server = createServer((request, response) => answer(request, response));
  const successor = takesOver
    ? (await import("./take-over.ts")).takeOver(configuration, server)
    : undefined;
  await successor?.open();
  const ownUrl = `http://${reachableHost(configuration.host)}:${configuration.port}`;
  const pagePaths = Object.values(build.assets.routes).map((route) => route?.path);
  const furrow = await compose({
    configuration,
    log,
    ownUrl,
    pagePaths,
    sectionKinds,
    contentOfPages,
    program,
  });
  const shared = createSitePageCache(build, furrow.services);
  const app = createRootApp(furrow.services);
  app.use(staticFiles(fileURLToPath(new URL("../client", program))));
  app.use(routeMovedPages(furrow.services, (address, route) => shared.addAddress(address, route)));
  app.all("*", createPages(build, furrow.services));
  const others = getRequestListener(withLazyApi(app.fetch, furrow.services), {
    hostname: configuration.host,
  });
  answer = (request, response) => shared.serve(request, response, others);
  if (successor === undefined) await listen(server, configuration);
  else {
    await requireReady(app.fetch, configuration);
    await successor.ready();
  }
  site.resolve(answer);
  reportListening();
  await furrow.startWorkers();
  const control = await listenForUpgrades({ configuration, log, program, server, furrow });
  stopOnSignal(server, furrow, control);
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

/** Tells the old version that started this process, if one did. */
function reportListening(): void {
  if (cluster.isWorker || !process.connected) return;
  process.send?.({ state: "listening" } satisfies Progress);
  process.disconnect?.();
}

/** Throws unless the start page and the readiness check answer. */
async function requireReady(answer: Fetch, { publicUrl }: Configuration): Promise<void> {
  for (const path of ["/readyz", "/"]) {
    const response = await answer(new Request(`${publicUrl}${path}`), {});
    if (response.ok) continue;
    throw new StartError(`The site answers ${response.status} to ${path}.`);
  }
}

interface Running {
  readonly configuration: Configuration;
  readonly log: Log;
  readonly program: URL;
  readonly server: Server;
  readonly furrow: Furrow;
}

/**
 * Worker processes share their port through the cluster module and cannot hand it over, so they
 * take no upgrade while they run.
 */
async function listenForUpgrades(running: Running): Promise<ControlSocket | undefined> {
  if (cluster.isWorker || !isPackaged()) return undefined;
  const { configuration, log, program, server, furrow } = running;
  const { openControlSocket } = await import("./control-socket.ts");
  const quiesce = loadOnce(async () => {
    // A connection that was just accepted has not sent its request yet and would count as idle.
    await stopAccepting(server, arrivingMs);
    await Promise.all([stopServer(server, answeringMs), furrow.stopWorkers()]);
    await Promise.race([furrow.close(), sleep(closingMs)]);
  });
  const leave = async () => {
    await stopAccepting(server, lingeringMs);
    await quiesce();
    process.exit(0);
  };
  let isBusy = false;
  return openControlSocket(configuration.dataDirectory, async (connection) => {
    if (isBusy) throw new Error("Another upgrade is already running.");
    isBusy = true;
    try {
      const { handOver } = await import("./hand-over.ts");
      await handOver({ configuration, log, program, server, quiesce, leave }, connection);
    } finally {
      isBusy = false;
    }
  });
}

type ControlSocket = import("node:net").Server;

function listen(server: Server, { port, host }: Configuration): Promise<void> {
  return new Promise((resolve, reject) => {
    server.listen(port, host, () => resolve());
    server.once("error", (error: NodeJS.ErrnoException) => {
      const reasons: Record<string, string> = {
        EADDRINUSE: `PORT ${port} is taken by another program. Stop it, or set PORT to another number.`,
        EACCES: `PORT ${port} may not be used by this user. Set PORT to a number above 1023.`,
        EADDRNOTAVAIL: `HOST ${host} is not an address of this machine.`,
      };
      const reason = reasons[error.code ?? ""] ?? `The server cannot listen: ${error.message}`;
      reject(new StartError(reason, { cause: error }));
    });
  });
}

/** Address at which this process can reach a server that listens on all interfaces. */
function reachableHost(host: string): string {
  if (host === "0.0.0.0") return "127.0.0.1";
  if (host === "::") return "[::1]";
  return host.includes(":") ? `[${host}]` : host;
}

function stopOnSignal(server: Server, furrow: Furrow, control: ControlSocket | undefined): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    control?.close();
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
