import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { createServer as createTlsServer } from "node:tls";
import { expect, test } from "vitest";
import { serverOfPanel } from "#settings/stored-settings.server.ts";
import { openMailServer } from "../../../tests/support/mail/mail-server.ts";
import { scaled } from "../../../tests/support/time-limits.ts";
import type { Network } from "./connect-to-server.ts";
import { testMail } from "./send-test-mail.ts";
import { describeServerFailure } from "./smtp-failures.ts";
import { openSmtpSession } from "./smtp-session.ts";

const forbidden = { allowPrivateMailServer: false };
const timeouts = { connectMs: scaled(2000), answerMs: scaled(5000) };
const mail = {
  ...testMail("b@example.com", "https://furrow.example", "Furrow"),
  html: "<p>A test</p>",
  id: "1",
  letter: null,
};

/** Sends an email with a server of the panel. Returns null, or the sentence about the failure. */
async function send(url: string, network?: Network): Promise<string | null> {
  const server = serverOfPanel(forbidden, url, "a@example.com");
  const session = await openSmtpSession(server, timeouts, network);
  try {
    await session.send(mail, AbortSignal.timeout(timeouts.connectMs + timeouts.answerMs));
    return null;
  } catch (error) {
    return describeServerFailure(error, server);
  } finally {
    session.close();
  }
}

const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);

test("a mail server of the panel is never reached in a private network or on this machine", async () => {
  const server = await openMailServer();
  let connections = 0;
  server.trouble = () => {
    connections += 1;
    return null;
  };
  const hosts = [
    "127.0.0.1",
    "127.1.2.3",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "localhost",
    "[::1]",
    "[::]",
    "[fe80::1]",
    "[fd00::1]",
    "[::ffff:127.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::1]",
    ...own.map(({ address, family }) => (family === "IPv6" ? `[${address}]` : address)),
  ];
  for (const host of hosts) {
    const said = await send(`smtp://${host}:${server.port}?ignoreTLS=true`);
    expect([host, said]).toEqual([
      host,
      expect.stringMatching(
        /is in a private network or on the site’s own machine\..*ALLOW_PRIVATE/,
      ),
    ]);
  }
  const mixed = {
    resolve: async () => ["8.8.4.4", "127.0.0.1"],
    isAllowed: (address: string) => address !== "127.0.0.1",
  };
  const said = await send(`smtp://mail.example.com:${server.port}?ignoreTLS=true`, mixed);
  expect(said).toContain("is in a private network");
  expect(connections).toBe(0);
  await server.close();
});

test("a mail server of the panel is reached at the address that was judged, and is resolved once", async () => {
  const server = await openMailServer();
  const resolved: string[] = [];
  const judged: string[] = [];
  const rebinding: Network = {
    resolve: async (name) => {
      resolved.push(name);
      return resolved.length === 1 ? ["127.0.0.1"] : ["127.0.0.9"];
    },
    isAllowed: (address) => {
      judged.push(address);
      return true;
    },
  };
  expect(await send(`smtp://mail.example.com:${server.port}?ignoreTLS=true`, rebinding)).toBe(null);
  expect([resolved, judged]).toEqual([["mail.example.com"], ["127.0.0.1"]]);
  expect(server.deliveries).toHaveLength(1);
  await server.close();
});

test("TLS names the host, not the judged address", async () => {
  const names: string[] = [];
  const server = createTlsServer({
    SNICallback: (name, callback) => {
      names.push(name);
      callback(new Error("no certificate"));
    },
  });
  server.on("tlsClientError", () => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const network = { resolve: async () => ["127.0.0.1"], isAllowed: () => true };
  expect(await send(`smtps://mail.example.com:${port}`, network)).not.toBe(null);
  expect(names).toEqual(["mail.example.com"]);
  server.close();
});
