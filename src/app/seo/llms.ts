import { llmsText } from "../../seo/text-files.ts";
import type { Route } from "./+types/llms";
import { readFoundSite, textAnswer } from "./text-answer.server.ts";

export const handle = { shared: true };

export async function loader({ context }: Route.LoaderArgs) {
  const { site, origin } = await readFoundSite(context);
  return textAnswer("text/plain", llmsText(site, origin));
}
