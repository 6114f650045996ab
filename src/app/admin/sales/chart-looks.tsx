import { useId } from "react";
import classes from "./bar-chart.module.css";

/** What lies over the colour, so that nobody has to tell colours apart. */
const textures: readonly (string | null)[] = [
  null,
  "M-2,2 l4,-4 M0,8 l8,-8 M6,10 l4,-4",
  "M0,4 h8",
  "M-2,6 l4,4 M0,0 l8,8 M6,-2 l4,4",
  "M4,0 v8",
];

interface DrawnLooks {
  readonly id: string;
  readonly fillOf: (look: number) => string;
}

/** Names the looks of one drawing. */
export function useLooks(): DrawnLooks {
  const id = useId();
  return { id, fillOf: (look) => `url(#${id}${look})` };
}

/** The colours and textures of the panel's charts, for the drawing that they stand in. */
export function Looks({ id }: DrawnLooks) {
  return (
    <defs>
      {textures.map((texture, look) => (
        <pattern
          key={texture}
          id={`${id}${look}`}
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
        >
          <rect width="8" height="8" className={classes[`look${look}`]} />
          {texture && <path d={texture} className={classes.texture} />}
        </pattern>
      ))}
    </defs>
  );
}
