import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { LivePart } from "../live/live-updates.tsx";
import type { CustomerRoom } from "../room-parts.server.ts";
import { roomStages } from "./room-stages.ts";
import stageBarSheet from "./stage-bar.css?sheet";

/** The stages of the order, the state of the current one, and the promised day. */
export function StageBar({ room }: { room: CustomerRoom }) {
  useSheet(stageBarSheet);
  const { stages, now } = roomStages(room);
  const last = stages.findLastIndex(({ state }) => state === "done");
  const here = stages.findIndex(({ state }) => state !== "done" && state !== "later");
  // Nothing is due from the team while the customer looks at a delivery.
  const due = room.clock?.stage === "in-review" ? "" : (room.clock?.sentence ?? "");
  const words = [now, due].filter(Boolean).join(" ");
  return (
    <LivePart name="stages">
      <div className="stage-bar">
        <ol className="stage-bar__stages" aria-label="Stages of this order">
          {stages.map(({ name, state }, index) => (
            <li
              key={name}
              className={`stage stage--${state}`}
              aria-current={index === (here < 0 ? last : here) ? "step" : undefined}
            >
              <span className="stage__mark">
                <svg viewBox="0 0 12 12" aria-hidden="true">
                  <path d={marks[state]} />
                </svg>
              </span>
              <span className="stage__name">{name}</span>
              <span className="stage__said">{said[state]}</span>
            </li>
          ))}
        </ol>
        {words !== "" && <p className="stage-bar__now">{words}</p>}
      </div>
    </LivePart>
  );
}

const marks = {
  done: "M2 6.5 5 9.5 10.5 2.5",
  current: "M6 4.5a1.5 1.5 0 1 1 0 3 1.5 1.5 0 0 1 0-3Z",
  waiting: "M4.25 3v6m3.5-6v6",
  stopped: "M2.5 2.5l7 7m0-7-7 7",
  later: "",
} as const;

const said = {
  done: ", done",
  current: ", now",
  waiting: ", on hold",
  stopped: "",
  later: ", later",
} as const;
