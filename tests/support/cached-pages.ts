import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { pino } from "pino";
import { afterEach } from "vitest";
import { PageCache, type SharedPage, type ViewerKind } from "#http/page-cache/page-cache.ts";
import { RequestMetrics } from "#http/request-metrics.ts";

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  readonly text: string;
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

const decoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

export function pageOf(text: string): Buffer {
  return Buffer.from(`<!DOCTYPE html>${text}`);
}

/** A page cache in front of a server whose pages contain the site version and the viewer. */
export async function openCache(options: { mostBytes?: number } = {}) {
  const site = {
    text: "Sown",
    version: 1,
    /** Site version that another process has set and the cache has not read yet. */
    versionElsewhere: 0,
    /** False when the lease of the version has expired. */
    isVersionKnown: true,
    isDatabaseThere: true,
    rendered: [] as string[],
    arrived: 0,
    render: async (path: string, viewer: ViewerKind): Promise<SharedPage | null> => {
      const body = pageOf(`${site.text} at ${path} for ${viewer}. `.repeat(20));
      return { body, headers: [["Content-Type", "text/html"]] };
    },
  };
  const refresh = async () => {
    if (!site.isDatabaseThere) throw new Error("The database does not answer.");
    return Math.max(site.version, site.versionElsewhere);
  };
  const metrics = new RequestMetrics();
  const cache = new PageCache({
    routes: new Map(
      ["/", "/a", "/a/", "/b", "/c"].map((path) => [
        path,
        { pattern: path.slice(0, 2), ignoresQuery: path !== "/c" },
      ]),
    ),
    metrics,
    mayBeSignedIn: (cookie) => cookie.includes("session="),
    viewerOf: async (cookie) => {
      const kind = /session=(\w+)/.exec(cookie)?.[1] as ViewerKind | "drafts";
      return kind === "drafts" ? undefined : kind;
    },
    render: async (path, viewer) => {
      site.rendered.push(`${viewer} ${path}`);
      return site.render(path, viewer);
    },
    version: {
      known: () => (site.isVersionKnown ? site.version : undefined),
      current: async () => (site.isVersionKnown ? site.version : refresh()),
      refresh,
    },
    log: pino({ level: "silent" }),
    ...options,
  });
  const server = createServer((incoming, outgoing) => {
    site.arrived += 1;
    cache.serve(incoming, outgoing, (_, response) => response.writeHead(202).end("behind"));
  }).listen(0, "127.0.0.1");
  servers.push(server);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  async function get(path: string, headers: Record<string, string> = {}, method = "GET") {
    const asking = request({ port, path, headers, method, agent: false }).end();
    const [response] = await once(asking, "response");
    const bytes = Buffer.concat(await response.toArray());
    const decode = decoders[response.headers["content-encoding"] ?? ""] ?? ((same) => same);
    const text = bytes.length === 0 ? "" : decode(bytes).toString();
    return { status: response.statusCode, headers: response.headers, bytes, text } as Answer;
  }
  return { site, cache, metrics, get };
}
