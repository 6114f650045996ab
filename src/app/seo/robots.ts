import { robots } from "../../seo/text-files.ts";
import { servicesOf } from "../app-context.server.ts";
import type { Route } from "./+types/robots";
import { textAnswer } from "./text-answer.server.ts";

export const handle = { shared: true };

export function loader({ context }: Route.LoaderArgs) {
  return textAnswer("text/plain", robots(servicesOf(context).configuration.publicUrl));
}
