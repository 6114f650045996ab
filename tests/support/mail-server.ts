import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

interface Delivery {
  readonly from: string;
  /** Whom the server was told to give it to, whatever the headers say. */
  readonly recipients: readonly string[];
  readonly text: string;
}

/** A mail server on a port of its own, which keeps what it is given. */
export interface MailServer {
  readonly url: string;
  readonly port: number;
  readonly deliveries: readonly Delivery[];
  /** A sentence with which it refuses every mail from now on; null when it takes them. */
  refusal: string | null;
  close(): Promise<void>;
}

/** On the port given, so that one that was closed can come back. */
export async function openMailServer(port = 0): Promise<MailServer> {
  const deliveries: Delivery[] = [];
  const server = new SMTPServer({
    disabledCommands: ["AUTH", "STARTTLS"],
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        if (mailServer.refusal !== null) return callback(new Error(mailServer.refusal));
        deliveries.push({
          from: mailFrom === false ? "" : mailFrom.address,
          recipients: rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString(),
        });
        callback();
      });
    },
  });
  // A client that breaks off is no failure of the server's.
  server.on("error", () => {});
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const address = server.server.address() as AddressInfo;
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    deliveries,
    refusal: null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}
