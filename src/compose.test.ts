import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { mailFixtures, queueMails, readOutbox } from "../tests/support/mail/mail-fixtures.ts";
import { cheapHashCost } from "../tests/support/rights/cheap-hashes.ts";
import { contentOfPages } from "./app/landing/content-of-pages.ts";
import { sectionKinds } from "./app/landing/kinds/section-kinds.ts";
import { compose } from "./compose.ts";
import { readConfiguration } from "./platform/configuration.ts";
import { openDatabase } from "./platform/database/database.ts";
import { createLog } from "./platform/metrics/log.ts";
import { createRootAppWithApi } from "./server/root-app-with-api.ts";
import { readPaymentMode } from "./settings/stored-settings.server.ts";

const { openServer, onCleanUp, cleanUp } = mailFixtures();
afterEach(cleanUp);

test("a stopping process reports that it is not ready, finishes its current job and starts no other", async () => {
  const directory = await mkdtemp(join(tmpdir(), "furrow-stop-"));
  onCleanUp(() => rm(directory, { recursive: true, force: true }));
  const mailServer = await openServer();
  let takeMail: () => void = () => {};
  let hasMail = false;
  mailServer.trouble = async (stage) => {
    if (stage !== "data") return null;
    hasMail = true;
    await new Promise<void>((resolve) => {
      takeMail = resolve;
    });
    return null;
  };
  const furrow = await compose({
    configuration: readConfiguration({
      DATA_DIR: directory,
      SMTP_URL: mailServer.url,
      MAIL_FROM: "post@furrow.example",
    }),
    log: createLog("silent"),
    ownUrl: "http://localhost:3000",
    pagePaths: [],
    sectionKinds,
    contentOfPages,
    hashCost: cheapHashCost,
  });
  expect(await readPaymentMode(furrow.services.database.read)).toBe("test");
  const app = createRootAppWithApi(furrow.services);
  await queueMails(furrow.services.database, 2);
  await furrow.startWorkers();
  await expect.poll(() => hasMail).toBe(true);
  expect((await app.request("/readyz")).status).toBe(200);
  const stopping = furrow.close();
  const ready = await app.request("/readyz");
  expect([ready.status, await ready.text()]).toEqual([503, "Furrow is stopping."]);
  takeMail();
  await stopping;
  const database = openDatabase({ engine: "sqlite", file: join(directory, "furrow.db") });
  onCleanUp(() => database.close());
  const sent = (await readOutbox(database)).map(({ sent_at }) => sent_at !== null);
  expect(sent).toEqual([true, false]);
});
