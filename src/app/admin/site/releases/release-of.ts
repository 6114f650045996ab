import { adminOnly } from "#app/admin/frame/shell/admin-guard.server.ts";
import { servicesOf } from "#app/app-context.server.ts";
import { dateReader } from "#app/date-reader.server.ts";
import { findReleaseOf, listOpenReleases } from "#content/releases/read-releases.ts";
import type { Route } from "./+types/release-of";
import { releaseView } from "./release-view.server.ts";

/** The open release of a record, and those into which it can be put. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const actor = await adminOnly(context, request);
  const services = servicesOf(context);
  const reader = await dateReader(services, request);
  const present = await findReleaseOf(services, actor, params.recordId);
  const open = await listOpenReleases(services, actor);
  return {
    present: present && { ...releaseView(present, reader), kind: present.kind },
    open: open.map((release) => releaseView(release, reader)),
    timeZone: reader.timeZone,
    now: services.clock(),
  };
}
