import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
// Loaded by the first mail, which would take longer than tests wait.
import "nodemailer";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

export interface Delivery {
  readonly from: string;
  /** Whom the server was told to give it to, whatever the headers say. */
  readonly recipients: readonly string[];
  readonly text: string;
}

/** Up to where a conversation has come: "kept" is a mail that is taken and not yet answered. */
export type MailStage = "connected" | "recipient" | "data" | "kept";

/** What goes wrong there: an answer such as 450 or 550, a cut line, or silence. */
export type MailTrouble = number | "hang up" | "silence";

/** A mail server on a port of its own, which keeps what it is given. */
export interface MailServer {
  readonly url: string;
  readonly port: number;
  readonly deliveries: readonly Delivery[];
  /** A sentence with which it refuses every mail from now on; null when it takes them. */
  refusal: string | null;
  /** Asked at each stage; null for no trouble. */
  trouble: (stage: MailStage) => MailTrouble | null | Promise<MailTrouble | null>;
  close(): Promise<void>;
}

interface MailServerOptions {
  /** Who may send mail; without it anybody may. */
  readonly login?: { readonly user: string; readonly password: string };
  /** Speaks TLS from the start, or only after STARTTLS, with a certificate that nobody trusts. */
  readonly tls?: "start" | "starttls";
}

/** On the port given, so that one that was closed can come back. */
export async function openMailServer(
  port = 0,
  { login, tls }: MailServerOptions = {},
): Promise<MailServer> {
  const deliveries: Delivery[] = [];
  const server = new SMTPServer({
    disabledCommands: [
      ...(login === undefined ? ["AUTH"] : []),
      ...(tls === "starttls" ? [] : ["STARTTLS"]),
    ],
    secure: tls === "start",
    // Silences the warning about the certificate of its own.
    logger: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      if (username === login?.user && password === login?.password) {
        return callback(null, { user: username });
      }
      // Some servers repeat what they were sent.
      const error = new Error(`Authentication failed for ${username} with ${password}`);
      callback(Object.assign(error, { responseCode: 535 }));
    },
    onConnect: (session, callback) => void goOn("connected", session, callback),
    onRcptTo: (_address, session, callback) => void goOn("recipient", session, callback),
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", async () => {
        const { mailFrom, rcptTo } = session.envelope;
        if (mailServer.refusal !== null) return callback(new Error(mailServer.refusal));
        await goOn("data", session, (refused) => {
          if (refused) return callback(refused);
          deliveries.push({
            from: mailFrom === false ? "" : mailFrom.address,
            recipients: rcptTo.map(({ address }) => address),
            text: Buffer.concat(chunks).toString(),
          });
          void goOn("kept", session, callback);
        });
      });
    },
  });

  async function goOn(
    stage: MailStage,
    session: SMTPServerSession,
    callback: (error?: Error) => void,
  ): Promise<void> {
    const trouble = await mailServer.trouble(stage);
    if (trouble === null) return callback();
    if (trouble === "silence") return;
    if (trouble === "hang up") {
      socketOf(session)?.destroy();
      return;
    }
    callback(Object.assign(new Error(`Trouble ${trouble}`), { responseCode: trouble }));
  }

  function socketOf({ id }: SMTPServerSession): Socket | undefined {
    const connections = [...(server as unknown as { connections: Connections }).connections];
    return connections.find((connection) => connection.id === id)?._socket;
  }

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
    trouble: () => null,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return mailServer;
}

/** What smtp-server has open, which its types keep to themselves. */
type Connections = Set<{ readonly id: string; readonly _socket: Socket }>;
