import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type BaselineServer, startBaseline } from "../baseline-server.ts";
import { recordPage } from "../recorded-page.ts";
import { visitorHeaders } from "./visit-often.ts";

const builtFiles = fileURLToPath(new URL("../../build/client", import.meta.url));

export async function startStaticSite(url: string, directory: string): Promise<BaselineServer> {
  const file = join(directory, "page.json");
  await recordPage(url, file, visitorHeaders);
  return startBaseline("site.ts", [file, builtFiles]);
}
