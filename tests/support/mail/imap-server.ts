import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

export interface ImapServer {
  readonly url: string;
  /** Emails of the mailbox; the UID is the position, from 1. */
  readonly emails: { readonly source: Buffer; isSeen: boolean }[];
  /** Called before an email is marked as seen; "die" cuts the connection instead. */
  onStore: () => "die" | null;
  /** True to refuse the password. */
  refusesLogin: boolean;
  close(): Promise<void>;
}

/** Serves one mailbox, and knows only the IMAP commands that Furrow sends. */
export async function openImapServer(): Promise<ImapServer> {
  const sockets = new Set<Socket>();
  const mailbox: Pick<ImapServer, "emails" | "onStore" | "refusesLogin"> = {
    emails: [],
    onStore: () => null,
    refusesLogin: false,
  };
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.write("* OK [CAPABILITY IMAP4rev1] ready\r\n");
    let waiting = "";
    socket.on("data", (bytes) => {
      waiting += bytes.toString("latin1");
      for (;;) {
        const end = waiting.indexOf("\r\n");
        if (end === -1) return;
        const line = waiting.slice(0, end);
        waiting = waiting.slice(end + 2);
        answer(socket, line);
      }
    });
  });

  function answer(socket: Socket, line: string): void {
    const [tag = "", ...words] = line.split(" ");
    const command = words.join(" ").toUpperCase();
    const send = (text: string) => socket.write(`${text}\r\n`, "latin1");
    const done = (text = "done") => send(`${tag} OK ${text}`);
    const uid = Number(/^UID \w+ (\d+)/.exec(command)?.[1] ?? 0);
    const email = mailbox.emails[uid - 1];
    if (command.startsWith("CAPABILITY")) {
      send("* CAPABILITY IMAP4rev1");
      done();
    } else if (command.startsWith("LOGIN")) {
      if (mailbox.refusesLogin) send(`${tag} NO [AUTHENTICATIONFAILED] wrong password seed & soil`);
      else done("[CAPABILITY IMAP4rev1] logged in");
    } else if (command.startsWith("SELECT")) {
      send(`* ${mailbox.emails.length} EXISTS`);
      send("* FLAGS (\\Seen)");
      send("* OK [UIDVALIDITY 7] valid");
      done("[READ-WRITE] selected");
    } else if (command.startsWith("UID SEARCH")) {
      const unseen = mailbox.emails.flatMap(({ isSeen }, index) => (isSeen ? [] : [index + 1]));
      send(`* SEARCH ${unseen.join(" ")}`.trimEnd());
      done();
    } else if (command.startsWith("UID FETCH") && email !== undefined) {
      const { source } = email;
      if (command.includes("BODY.PEEK[]")) {
        socket.write(`* ${uid} FETCH (UID ${uid} BODY[] {${source.length}}\r\n`);
        socket.write(source);
        send(")");
      } else if (command.includes("BODY.PEEK[HEADER]")) {
        const headers = source.subarray(0, source.indexOf("\r\n\r\n") + 4);
        socket.write(`* ${uid} FETCH (UID ${uid} BODY[HEADER] {${headers.length}}\r\n`);
        socket.write(headers);
        send(")");
      } else {
        send(`* ${uid} FETCH (UID ${uid} RFC822.SIZE ${source.length})`);
      }
      done();
    } else if (command.startsWith("UID STORE") && email !== undefined) {
      if (mailbox.onStore() === "die") {
        socket.destroy();
        return;
      }
      email.isSeen = true;
      send(`* ${uid} FETCH (UID ${uid} FLAGS (\\Seen))`);
      done();
    } else if (command.startsWith("LOGOUT")) {
      send("* BYE");
      done();
      socket.end();
    } else {
      done();
    }
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return Object.assign(mailbox, {
    url: `imap://reply:${encodeURIComponent("seed & soil")}@127.0.0.1:${port}`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  });
}
