import type { PanelRoom } from "./room-parts.server.ts";

export interface PanelPartProps {
  readonly room: PanelRoom;
}
