import { once } from "node:events";
import { createServer } from "node:net";
import { StartError } from "../platform/errors.ts";

/**
 * A port that is free. PORT=0 asks for any; links and the check of a request's origin need to know which
 * it is before anybody listens there.
 */
export async function findPort(host: string): Promise<number> {
  const server = createServer();
  try {
    server.listen(0, host);
    await once(server, "listening");
  } catch (cause) {
    throw new StartError(`HOST ${host} is no address of this machine.`, { cause });
  }
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}
