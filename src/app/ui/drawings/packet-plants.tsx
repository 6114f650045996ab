import type { DrawingName } from "#content/model/drawing-names.ts";
import { useLook } from "../look-context.ts";
import { drawingOf } from "../plan.ts";
import { useSheet } from "../styles/style-sheets.ts";
import beetroot from "./beetroot.svg";
import carrots from "./carrots.svg";
import corn from "./corn.svg";
import packetPlantsSheet from "./packet-plants.css?sheet";
import peas from "./peas.svg";
import poppies from "./poppies.svg";
import pumpkin from "./pumpkin.svg";
import sunflower from "./sunflower.svg";
import tomatoes from "./tomatoes.svg";
import wheatSheaf from "./wheat-sheaf.svg";

// The drawings on the seed packets: flat colours and one dark line, like an old print. Drawings
// with many lines are SVG files in this folder.

/** Inlined, because the drawing is small and in the first view of the pricing page. */
function Radishes() {
  return (
    <svg className="packet__plant" viewBox="0 -10 320 262" aria-hidden="true">
      {[
        { x: 84, y: 128, turn: -16, size: 0.86 },
        { x: 236, y: 128, turn: 16, size: 0.86 },
        { x: 160, y: 118, turn: 0, size: 1.12 },
      ].map((radish) => (
        <g
          key={radish.x}
          transform={`translate(${radish.x} ${radish.y}) rotate(${radish.turn}) scale(${radish.size})`}
        >
          <path
            className="ink-leaf"
            d="M0 6C-8-30-44-44-56-92c30 0 50 26 54 62C-10-60-18-88 0-112 18-88 10-60 2-30 6-66 26-92 56-92 44-44 8-30 0 6Z"
          />
          <path className="ink-line" d="M0 4C-10-34-34-56-48-82M0 4V-96M0 4C10-34 34-56 48-82" />
          <path
            className="ink-red"
            d="M0 0C30-6 44 12 42 32 40 60 14 74 4 88 2 98 2 106-2 116-3 104-3 96-5 88-14 74-40 60-42 32-44 12-30-6 0 0Z"
          />
          <path
            className="ink-pale"
            d="M-22 62C-10 70-6 78-5 88-3 96-3 104-2 116 2 106 2 98 4 88 5 78 12 70 22 62 8 68-8 68-22 62Z"
          />
          <path className="ink-shine" d="M-29 18C-32 30-29 41-22 49" />
        </g>
      ))}
    </svg>
  );
}

const files: Readonly<Record<Exclude<DrawingName, "radishes">, string>> = {
  beetroot,
  carrots,
  corn,
  peas,
  poppies,
  pumpkin,
  sunflower,
  tomatoes,
  wheat: wheatSheaf,
};

/** Draws nothing for "", for a name that this version does not have, and in a look without drawings. */
export function PlanPlant({ drawing }: { drawing: string }) {
  const { hasDrawings } = useLook();
  useSheet(...(hasDrawings ? [packetPlantsSheet] : []));
  if (!hasDrawings) return null;
  const name = drawingOf(drawing);
  if (name === "none") return null;
  if (name === "radishes") return <Radishes />;
  return (
    <img
      className="packet__plant"
      src={files[name]}
      alt=""
      width="320"
      height="240"
      loading="lazy"
      decoding="async"
    />
  );
}
