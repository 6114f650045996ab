import { useRouteLoaderData } from "react-router";
import type { loader } from "./admin-layout.tsx";

/** Which buttons the panel shows. The server checks each action again. */
export interface PanelRights {
  readonly publishes: boolean;
  readonly movesMoney: boolean;
  readonly makesOffers: boolean;
  readonly decidesAboutAccounts: boolean;
  readonly opensSettings: boolean;
}

const all: PanelRights = {
  publishes: true,
  movesMoney: true,
  makesOffers: true,
  decidesAboutAccounts: true,
  opensSettings: true,
};

export function usePanelRights(): PanelRights {
  const layout = useRouteLoaderData<typeof loader>("admin/frame/shell/admin-layout");
  return layout?.rights ?? all;
}
