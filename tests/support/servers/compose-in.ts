import { contentOfPages } from "#app/landing/content-of-pages.ts";
import { sectionKinds } from "#app/landing/kinds/section-kinds.ts";
import { compose } from "#compose.ts";
import { readConfiguration } from "#platform/configuration.ts";
import { createLog } from "#platform/metrics/log.ts";
import { cheapHashCost } from "../rights/cheap-hashes.ts";

/** Does what a start of the program does with a data directory before it listens. */
export function composeIn(
  directory: string,
  settings: Readonly<Record<string, string>> = {},
  log = createLog("silent"),
) {
  const admin = {
    ADMIN_EMAIL: "owner@example.com",
    ADMIN_PASSWORD: "a long and rather dull password",
  };
  return compose({
    configuration: readConfiguration({ DATA_DIR: directory, ...admin, ...settings }),
    log,
    ownUrl: "http://localhost:3000",
    pagePaths: [],
    sectionKinds,
    contentOfPages,
    hashCost: cheapHashCost,
  });
}
