import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface SilentPostgres {
  /** Address at which the proxy listens; leads to the same database. */
  readonly url: string;
  /**
   * Drops all data of the open connections without closing them, like a firewall that has forgotten
   * these connections. New connections work.
   */
  silence(): void;
  /** Drops all data of open and new connections, like a hanging server. */
  freeze(): void;
  close(): Promise<void>;
}

/** Opens a proxy in front of a PostgreSQL that listens on a Unix socket. */
export async function openSilentPostgres(url: string): Promise<SilentPostgres> {
  const directory = await mkdtemp(join(tmpdir(), "furrow-silent-"));
  const name = ".s.PGSQL.5432";
  const host = /@([^/]+)\//.exec(url)?.[1] ?? "";
  const pairs = new Set<readonly [Socket, Socket]>();
  const silent = new Set<readonly [Socket, Socket]>();
  let isFrozen = false;
  const server = createServer((client) => {
    const postgres = connect(join(decodeURIComponent(host), name));
    const pair = [client, postgres] as const;
    pairs.add(pair);
    if (isFrozen) silent.add(pair);
    const pass = (from: Socket, to: Socket) => {
      from.on("data", (bytes) => silent.has(pair) || to.write(bytes));
      from.on("error", () => {});
      from.on("close", () => silent.has(pair) || to.destroy());
    };
    pass(client, postgres);
    pass(postgres, client);
  });
  server.listen(join(directory, name));
  await once(server, "listening");
  const silence = () => {
    for (const pair of pairs) silent.add(pair);
  };
  return {
    url: url.replace(host, encodeURIComponent(directory)),
    silence,
    freeze() {
      isFrozen = true;
      silence();
    },
    async close() {
      for (const socket of [...pairs].flat()) socket.destroy();
      server.close();
      await once(server, "close");
      await rm(directory, { recursive: true, force: true });
    },
  };
}
