import type { PanelColour } from "#app/admin/frame/shell/admin-theme.ts";
import type { MonthState } from "#bookkeeping/months/read-months.ts";

export const monthLabels: Readonly<Record<MonthState, { label: string; colour: PanelColour }>> = {
  running: { label: "Running", colour: "blue" },
  open: { label: "Open", colour: "yellow" },
  closed: { label: "Closed", colour: "brand" },
  before: { label: "Not kept here", colour: "gray" },
};
