import type { ActionResult } from "#app/ui/forms/action-result.ts";
import type { CustomerRoom } from "./room-parts.server.ts";

export interface CustomerPartProps {
  readonly room: CustomerRoom;
  /** The answer to a refused form of the page. */
  readonly form: ActionResult | undefined;
}
