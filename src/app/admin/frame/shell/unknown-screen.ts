import { data } from "react-router";
import type { Route } from "./+types/unknown-screen";
import { adminOnly } from "./admin-guard.server.ts";

/** Answers unknown paths below `/admin` with a 404, which the panel shows inside its frame. */
export async function loader({ request, context }: Route.LoaderArgs): Promise<never> {
  await adminOnly(context, request);
  throw data(null, { status: 404 });
}

export const action = loader;

export default function UnknownScreen() {
  return null;
}
