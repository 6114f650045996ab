import { parentPort, workerData } from "node:worker_threads";
import { both, soundSite, withAnswer } from "#check/samples/sample-site.ts";
import type { FurrowSettings } from "../tests/support/servers/furrow-server.ts";
import { openVillage } from "../tests/support/websites/village.ts";
import { worstFiles } from "../tests/support/worst-inputs.ts";

/** A hostile website answers with what takes longest to parse. */
export type WebsiteKind = "ordinary" | "hostile";

export interface WantedWebsites {
  readonly count: number;
  readonly kind: WebsiteKind;
}

/** Message that this thread posts when its websites accept requests. */
export interface CheckedWebsites {
  readonly hosts: readonly string[];
  /** Settings with which a server reaches the websites. */
  readonly settings: FurrowSettings;
}

/** A page of 70 kB, the size of the home page of an ordinary small company. */
const sections = '<section><h2>Bread</h2><p>Rye and <a href="/rye/">spelt</a>.</p></section>';
const home = soundSite.answers["/"];
if (home === undefined) throw new Error("The sample site has no home page.");
const ordinary = withAnswer("/", {
  ...home,
  body: (home.body ?? "").replace("</body>", `${sections.repeat(900)}</body>`),
})(soundSite);
const hostile = both(
  withAnswer("/", { ...home, body: worstFiles.page() }),
  both(
    withAnswer("/robots.txt", { status: 200, body: worstFiles.robots() }),
    withAnswer("/sitemap.xml", { status: 200, body: worstFiles.sitemap() }),
  ),
)(soundSite);

const { count, kind } = workerData as WantedWebsites;
const site = kind === "hostile" ? hostile : ordinary;
// A thread of its own, so that these websites do not delay the requests of the measure.
const village = await openVillage(Array.from({ length: count }, () => site));
parentPort?.postMessage({
  hosts: Array.from({ length: count }, (_, nth) => village.hostOf(nth)),
  settings: village.reachedWith(),
} satisfies CheckedWebsites);
