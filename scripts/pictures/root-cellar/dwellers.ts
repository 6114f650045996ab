import { gouge, point, shape } from "../hand-cut.ts";

/** Those who do the work below: two worms and a beetle. */
export function dwellers(): string {
  return worm(330, 842, 1) + worm(1052, 706, -1) + beetle(410, 1196);
}

function worm(x: number, y: number, side: number): string {
  const spine = `M${point(x, y)}c${16 * side} -26 ${42 * side} -20 ${52 * side} 2s${34 * side} 30 ${54 * side} 4s${30 * side} -22 ${44 * side} -12`;
  const rings = Array.from({ length: 5 }, (_, index) =>
    gouge(
      { x: x + side * (16 + index * 7), y: y - 22 + index * 2 },
      { x: x + side * (20 + index * 7), y: y - 9 + index * 2 },
      0.9,
    ),
  );
  return `<g fill="none" stroke-linecap="round"><path d="${spine}" stroke="#20150d" stroke-width="17"/><path d="${spine}" stroke="#D98F74" stroke-width="11.5"/><path d="${spine}" stroke="#F2BFA0" stroke-width="3.4" transform="translate(0 -3)"/></g>${shape(rings.join(""), "#7c4634")}`;
}

function beetle(x: number, y: number): string {
  const legs = [-1, 1].flatMap((side) =>
    [-9, 0, 9].map((step) =>
      gouge({ x: x + step, y }, { x: x + step * 1.5, y: y + side * 20 }, 1.6, side * 3),
    ),
  );
  return (
    shape(legs.join(""), "#120b07") +
    `<ellipse cx="${x}" cy="${y}" rx="19" ry="12.5" fill="#2F5A36" stroke="#120b07" stroke-width="2.6"/><circle cx="${x + 21}" cy="${y}" r="7.5" fill="#1a120c"/>` +
    `<path d="M${point(x - 18, y)}H${x + 16}" stroke="#120b07" stroke-width="2.2"/>` +
    shape(gouge({ x: x - 12, y: y - 5 }, { x: x + 8, y: y - 7 }, 1.8), "#DCDD7C")
  );
}
