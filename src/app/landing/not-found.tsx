import { unknownPage } from "../site/unknown-page.server.ts";
import type { Route } from "./+types/not-found";

export const handle = { ownCss: true };

export async function loader({ context, request }: Route.LoaderArgs): Promise<never> {
  throw await unknownPage(context, request);
}

export const action = loader;

export default function NotFound() {
  return null;
}
