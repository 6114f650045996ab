import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The message with which a PostgreSQL client commits: a simple query with its length. */
const commitMessage = Buffer.from("Q\0\0\0\x0bcommit\0", "latin1");

export interface LossyPostgres {
  /** Address at which the proxy listens; leads to the same database. */
  readonly url: string;
  /** Number of further commits whose response the proxy drops. */
  loseCommits: number;
  close(): Promise<void>;
}

/** Opens a proxy in front of a PostgreSQL that listens on a Unix socket. */
export async function openLossyPostgres(url: string): Promise<LossyPostgres> {
  const directory = await mkdtemp(join(tmpdir(), "furrow-lossy-"));
  const name = ".s.PGSQL.5432";
  const host = /@([^/]+)\//.exec(url)?.[1] ?? "";
  const behind = join(decodeURIComponent(host), name);
  const server = createServer((client) => {
    const postgres = connect(behind);
    let isLosing = false;
    client.on("data", (bytes: Buffer) => {
      if (lossy.loseCommits > 0 && bytes.includes(commitMessage)) {
        lossy.loseCommits -= 1;
        isLosing = true;
      }
      postgres.write(bytes);
    });
    postgres.on("data", (bytes) => {
      // PostgreSQL commits before it responds, so only the response is lost.
      if (isLosing) client.destroy();
      else client.write(bytes);
    });
    for (const [one, other] of [
      [client, postgres],
      [postgres, client],
    ] as const) {
      one.on("error", () => other.destroy()).on("close", () => other.destroy());
    }
  });
  const lossy: LossyPostgres = {
    url: url.replace(host, encodeURIComponent(directory)),
    loseCommits: 0,
    async close() {
      server.close();
      await once(server, "close");
      await rm(directory, { recursive: true, force: true });
    },
  };
  server.listen(join(directory, name));
  await once(server, "listening");
  return lossy;
}
