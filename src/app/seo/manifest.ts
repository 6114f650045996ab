import { webManifest } from "../../seo/text-files.ts";
import type { Route } from "./+types/manifest";
import { readFoundSite, textAnswer } from "./text-answer.server.ts";

export const handle = { shared: true };

export async function loader({ context }: Route.LoaderArgs) {
  const { site } = await readFoundSite(context);
  return textAnswer("application/manifest+json", JSON.stringify(webManifest(site)));
}
