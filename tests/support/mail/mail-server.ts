import { once } from "node:events";
import type { AddressInfo, Socket } from "node:net";
// Preloaded, because loading nodemailer with the first email would exceed the time limits of tests.
import "nodemailer";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

interface Delivery {
  readonly from: string;
  /** Recipients of the SMTP envelope, independent of the headers. */
  readonly recipients: readonly string[];
  readonly text: string;
}

/** Stages of an SMTP session. At "kept", the server has stored the email and not responded yet. */
export type MailStage = "connected" | "recipient" | "data" | "kept";

/** Injected fault: a status such as 450 or 550, a closed connection, or silence. */
export type MailTrouble = number | "hang up" | "silence";

export interface MailServer {
  readonly url: string;
  readonly port: number;
  readonly deliveries: readonly Delivery[];
  /** Message with which the server rejects every email; null to accept emails. */
  refusal: string | null;
  /** Returns the fault at each stage; null for none. */
  trouble: (stage: MailStage) => MailTrouble | null | Promise<MailTrouble | null>;
  close(): Promise<void>;
}

interface MailServerOptions {
  /** Required credentials; without them, everybody may send. */
  readonly login?: { readonly user: string; readonly password: string };
  /** TLS from the start or after STARTTLS, with a self-signed certificate. */
  readonly tls?: "start" | "starttls";
}

/**
 * Opens a mail server. Port 0 means any free port. To restart a mail server, a test closes the
 * server and passes its port.
 */
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
    // Silences the warning about the self-signed certificate.
    logger: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      if (username === login?.user && password === login?.password) {
        return callback(null, { user: username });
      }
      // Repeats the password, because some mail servers repeat the client's input in errors.
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

  // A connection that the client aborts is not an error of the server.
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

/** Open connections of smtp-server, which its types do not declare. */
type Connections = Set<{ readonly id: string; readonly _socket: Socket }>;
