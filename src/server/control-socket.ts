import { chmodSync, existsSync, readdirSync, rmSync } from "node:fs";
import { createConnection, createServer, type Server, type Socket } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { isPackaged } from "../platform/command-words.ts";
import { reasonOf } from "../platform/errors.ts";

/** Messages between `furrow upgrade` and the running server, one JSON value on each line. */
type ControlMessage =
  /** To the server: hand the port over to the version in this folder. */
  | { readonly handOverTo: string }
  /** To the command: set the version that the next start runs, then answer "switched". */
  | { readonly switchTo: "new" | "old" }
  | { readonly switched: true }
  | { readonly step: string }
  | { readonly done: true }
  /** The upgrade failed; the old version serves the site, unless the text says otherwise. */
  | { readonly failure: string };

export interface ControlConnection {
  send(message: ControlMessage): void;
  /** The next message; undefined when the other side is gone. */
  next(): Promise<ControlMessage | undefined>;
  close(): void;
}

const namePattern = /^control-\d+\.sock$/;
/** Operating systems limit the path of a socket to about a hundred bytes. */
const longestPath = 100;

/** Path of this process's socket; undefined where a port cannot be handed over. */
function ownSocketPath(dataDirectory: string): string | undefined {
  if (process.platform === "win32") return undefined;
  const path = join(resolve(dataDirectory), `control-${process.pid}.sock`);
  return Buffer.byteLength(path) < longestPath ? path : undefined;
}

function socketsIn(dataDirectory: string): string[] {
  if (!existsSync(dataDirectory)) return [];
  return readdirSync(dataDirectory)
    .filter((name) => namePattern.test(name))
    .map((name) => join(resolve(dataDirectory), name));
}

/** Listens for `furrow upgrade`. Only the user of this process and root can connect. */
export async function openControlSocket(
  dataDirectory: string,
  serve: (connection: ControlConnection) => Promise<void>,
): Promise<Server | undefined> {
  const path = ownSocketPath(dataDirectory);
  if (path === undefined || !isPackaged()) return undefined;
  // Removes the sockets of killed and of replaced servers.
  for (const former of socketsIn(dataDirectory)) rmSync(former, { force: true });
  const server = createServer((socket) => {
    const connection = controlConnection(socket);
    serve(connection)
      .catch((error: unknown) => connection.send({ failure: reasonOf(error) }))
      .finally(() => connection.close());
  });
  await new Promise<void>((done, fail) => {
    server.once("error", fail);
    server.listen(path, done);
  });
  chmodSync(path, 0o600);
  server.unref();
  return server;
}

/** Connects to a running server; undefined when no server runs. */
export async function connectToServer(
  dataDirectory: string,
): Promise<ControlConnection | undefined> {
  for (const path of socketsIn(dataDirectory)) {
    const connection = await connect(path);
    if (connection !== undefined) return connection;
  }
  return undefined;
}

function connect(path: string): Promise<ControlConnection | undefined> {
  return new Promise((done) => {
    const socket = createConnection(path);
    socket.once("connect", () => done(controlConnection(socket)));
    socket.once("error", () => done(undefined));
  });
}

function controlConnection(socket: Socket): ControlConnection {
  const lines = createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY });
  const iterator = lines[Symbol.asyncIterator]();
  // An error without a listener would end the process. `next` reports the end of the connection.
  socket.on("error", () => {});
  return {
    send: (message) => void (socket.writable && socket.write(`${JSON.stringify(message)}\n`)),
    async next() {
      try {
        const { value, done } = await iterator.next();
        return done ? undefined : JSON.parse(value);
      } catch {
        return undefined;
      }
    },
    close: () => socket.end(),
  };
}
