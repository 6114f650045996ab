import { Badge } from "@mantine/core";
import type { ReportInList } from "#reports/list-due-reports.ts";

const states = {
  due: { label: "Not written yet", colour: "yellow" },
  draft: { label: "Draft", colour: "blue" },
  reviewed: { label: "Reviewed", colour: "blue" },
  sent: { label: "Sent", colour: "brand" },
} as const;

export function ReportState({ state }: Pick<ReportInList, "state">) {
  return (
    <Badge variant="dot" color={states[state].colour} miw="max-content">
      {states[state].label}
    </Badge>
  );
}
