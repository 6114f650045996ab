import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { stripTypeScriptTypes } from "node:module";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSecureContext } from "node:tls";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { PublicFetcher } from "#check/fetching/fetch-public.ts";
import { sampleAnswer } from "#check/samples/sample-answer.ts";
import { type SampleSite, sampleHost } from "#check/samples/sample-site.ts";
import type { FurrowSettings } from "../servers/furrow-server.ts";
import { createTestAuthority } from "./test-authority.ts";

interface Village {
  readonly fetcher: PublicFetcher;
  /** Name of the site with this number. */
  hostOf(nth: number): string;
  /** Settings with which a server reaches the village as if it were in the public network. */
  reachedWith(): FurrowSettings;
  close(): void;
}

/**
 * Serves sample sites from real sockets, each under a name and a certificate of its own.
 * `beforeAnswer` can hold an answer back.
 */
export async function openVillage(
  sites: readonly SampleSite[],
  beforeAnswer: (path: string) => Promise<void> = async () => {},
): Promise<Village> {
  const authority = createTestAuthority();
  const untrusted = createTestAuthority("Nobody");
  const hostOf = (nth: number) => `site${nth}.test`;
  const siteAt = (host: string) => sites[Number(/^(?:www\.)?site(\d+)\.test$/.exec(host)?.[1])];

  const listener =
    (protocol: "http:" | "https:"): RequestListener =>
    async (request, response) => {
      const host = request.headers.host ?? "";
      const own = host.replace(/^www\./, "");
      const site = siteAt(host);
      const asked = `${protocol}//${host.replace(own, sampleHost)}${request.url}`;
      const answer = site && sampleAnswer(site, asked);
      if (!answer) {
        request.socket.destroy();
        return;
      }
      const renamed = (text: string) => text.replaceAll(sampleHost, own);
      const headers = Object.entries(answer.headers ?? {}).map(([name, value]) => [
        name,
        renamed(value),
      ]);
      const body = Buffer.from(renamed(answer.body ?? ""));
      const isPacked = answer.headers?.["content-encoding"] === "gzip";
      await beforeAnswer(request.url ?? "");
      if (answer.delayMs !== undefined) await sleep(answer.delayMs);
      response.writeHead(answer.status, Object.fromEntries(headers));
      response.end(isPacked ? gzipSync(body) : body);
    };

  const plain = createServer(listener("http:"));
  const secure = createSecureServer(
    {
      SNICallback: (name, done) => {
        const issuer = siteAt(name)?.certificate === "untrusted" ? untrusted : authority;
        done(null, createSecureContext(issuer.issue([name])));
      },
    },
    listener("https:"),
  );
  for (const server of [plain, secure]) {
    await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  }
  const portOf = (server: typeof plain | typeof secure) => (server.address() as AddressInfo).port;
  const fetcher = new PublicFetcher(
    {
      userAgent: "FurrowCheck/1.0",
      own: { hosts: [], addresses: [] },
      async resolve(name) {
        const site = siteAt(name);
        const isUnknown = name.startsWith("www.") && site?.otherHost === "unknown";
        if (site === undefined || isUnknown) {
          throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
        }
        // Only Linux has all addresses of 127.0.0.0/8 without configuration.
        const last = process.platform === "linux" ? 1 + (sites.indexOf(site) % 60) : 1;
        return [`127.0.0.${last}`];
      },
    },
    {
      allows: (address) => address.startsWith("127."),
      portFor: (port) => portOf(port === 443 ? secure : plain),
      certificateAuthority: authority.certificate,
    },
  );
  const directory = mkdtempSync(join(tmpdir(), "furrow-village-"));
  return {
    fetcher,
    hostOf,
    reachedWith() {
      const certificates = join(directory, "authority.pem");
      writeFileSync(certificates, authority.certificate);
      // Removes the types, because each thread of the server loads this program and would otherwise
      // load a compiler, too.
      const program = join(directory, "network.mjs");
      const source = readFileSync(new URL("village-network.ts", import.meta.url), "utf8");
      writeFileSync(program, stripTypeScriptTypes(source));
      const network = {
        hosts: sites.flatMap((_, nth) => [hostOf(nth), `www.${hostOf(nth)}`]),
        // Furrow takes this address for a public one. No web server of the Internet has it.
        address: "11.0.0.7",
        plainPort: portOf(plain),
        securePort: portOf(secure),
      };
      return {
        NODE_OPTIONS: `--import=${pathToFileURL(program)}`,
        NODE_EXTRA_CA_CERTS: certificates,
        VILLAGE_NETWORK: JSON.stringify(network),
      };
    },
    close() {
      rmSync(directory, { recursive: true });
      for (const server of [plain, secure]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}
