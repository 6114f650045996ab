import { createElement, type SVGProps } from "react";

interface IconProps extends Omit<SVGProps<SVGSVGElement>, "stroke"> {
  /** Width and height in pixels. */
  readonly size?: number | string;
  /** Width of the lines, in units of a 24th of the size. */
  readonly stroke?: number;
}

export type Icon = ReturnType<typeof drawnIcon>;

type Shape = readonly [tag: string, attributes: Readonly<Record<string, string | number>>];

const lines = {
  fill: "none",
  stroke: "currentColor",
  strokeLinecap: "round",
  strokeLinejoin: "round",
} as const;
const areas = { fill: "currentColor", stroke: "none" } as const;

export function drawnIcon(kind: "outline" | "filled", shapes: readonly Shape[]) {
  return function DrawnIcon({ size = 24, stroke = 2, ...rest }: IconProps) {
    const drawing = kind === "outline" ? { ...lines, strokeWidth: stroke } : areas;
    const frame = {
      xmlns: "http://www.w3.org/2000/svg",
      width: size,
      height: size,
      viewBox: "0 0 24 24",
    };
    const children = shapes.map(([tag, attributes], key) =>
      createElement(tag, { ...attributes, key }),
    );
    return createElement("svg", { ...frame, ...drawing, ...rest }, children);
  };
}
