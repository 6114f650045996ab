import { Worker } from "node:worker_threads";
import type { FurrowServer } from "../tests/support/servers/furrow-server.ts";
import { worstLines, worstMails, worstTables, worstZips } from "../tests/support/worst-inputs.ts";
import { measureWebsitesAtOnce } from "./checks-at-once.ts";
import type { FedInput, FedServer } from "./feed-parsers.ts";
import { type DueWork, measureLandingBesideWork } from "./landing-beside-work.ts";
import type { Measure } from "./measure.ts";

const settings = {
  REPLY_ADDRESS: "reply@example.com",
  INCOMING_MAIL_SECRET: "a secret of thirty-two characters",
};

const hostileWebsites = 4;

/**
 * Speed of the landing page while each parser gets its worst inputs, four at once: files and emails
 * over HTTP, and checks of hostile websites.
 */
export async function measureParsers(): Promise<Measure[]> {
  const inputs: readonly FedInput[] = [
    ...Object.keys(worstTables).map((title) => ({ kind: "table", title }) as const),
    ...Object.keys(worstZips).map((title) => ({ kind: "zip", title }) as const),
    ...Object.keys(worstMails).map((title) => ({ kind: "mail", title }) as const),
    ...Object.keys(worstLines).map((title) => ({ kind: "line", title }) as const),
  ];
  const measures: Measure[] = [];
  for (const input of inputs) {
    const title = `${input.title}, four at once`;
    measures.push(
      ...(await measureLandingBesideWork(title, (busy) => openFeed(busy, input), settings)),
    );
  }
  measures.push(...(await measureWebsitesAtOnce(hostileWebsites, "hostile")));
  return measures;
}

/** Sends an input from a thread, so that the sending does not delay the requests of the measure. */
function openFeed({ url, adminEmail, adminPassword }: FurrowServer, input: FedInput): DueWork {
  const server: FedServer = {
    url,
    adminEmail,
    adminPassword,
    secret: settings.INCOMING_MAIL_SECRET,
  };
  const thread = new Worker(new URL("feed-parsers.ts", import.meta.url), {
    workerData: { server, input },
  });
  let [hasBegun, due] = [false, 1];
  let failure: unknown;
  thread.on("error", (error) => {
    failure = error;
    due = 0;
  });
  thread.on("message", (message: "begun" | "done") => {
    if (message === "begun") hasBegun = true;
    else due = 0;
  });
  return {
    makeDue: () => thread.postMessage("begin"),
    hasBegun: () => hasBegun || due === 0,
    countDue: () => due,
    verify() {
      if (failure !== undefined) throw failure;
    },
    close: () => void thread.terminate(),
  };
}
