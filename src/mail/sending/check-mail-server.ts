import { connectionOptions } from "./connect-to-server.ts";
import { describeServerFailure, type ReadyServer } from "./smtp-failures.ts";

const timeoutMs = 10_000;

/** Connects to a mail server and signs in. Returns a sentence about a failure; null for success. */
export async function mailServerFault(server: ReadyServer): Promise<string | null> {
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({
    ...connectionOptions(server, timeoutMs),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0]);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    return describeServerFailure(error, server);
  } finally {
    transport.close();
  }
}
