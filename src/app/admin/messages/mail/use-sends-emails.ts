import { useRouteLoaderData } from "react-router";
import type { loader } from "#app/admin/frame/shell/admin-layout.tsx";

/** False while emails wait in the outbox, because no mail server is set up. */
export function useSendsEmails(): boolean {
  return useRouteLoaderData<typeof loader>("admin/frame/shell/admin-layout")?.sendsEmails ?? true;
}
