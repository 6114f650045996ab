import { hex, mix, packed } from "../colour.ts";
import type { Part } from "./part.ts";

export type HeadShape = {
  skin: string;
  /** 1 is the middle of the crowd. */
  breadth: number;
  /** From 0, a pointed chin, to 1, a square jaw. */
  jaw: number;
  /** Units that the chin lies lower than the middle of the crowd. */
  chin: number;
};

const shadeOf = (skin: string, share: number) => hex(mix(packed(skin), packed("#4a1f14"), share));

/** The face turns to the left; everything else is drawn around these numbers. */
export function faceOutline({ breadth, jaw, chin }: HeadShape): string {
  const x = (value: number) => (158 + (value - 158) * breadth).toFixed(1);
  const low = (value: number) => (value + chin).toFixed(1);
  return `M${x(113)} 118C${x(109)} 130 ${x(114)} 138 ${x(111)} 149C${x(108)} 160 ${x(112 + jaw)} 174 ${x(119 - jaw * 4)} ${low(188)}C${x(124 - jaw * 5)} ${low(203)} ${x(133 - jaw * 5)} ${low(216)} ${x(147)} ${low(217)}C${x(166 + jaw * 6)} ${low(217)} ${x(187 + jaw * 9)} ${low(203 + jaw * 3)} ${x(197 + jaw * 3)} 178C${x(204)} 162 ${x(207)} 140 ${x(205)} 118C${x(204)} 86 ${x(182)} 70 ${x(157)} 70C${x(130)} 70 ${x(113)} 88 ${x(113)} 118Z`;
}

export function neck({ skin, jaw, chin }: HeadShape): Part {
  const low = 196 + chin;
  const slim = (1 - jaw) * 9;
  return {
    path: `M${134 + slim} ${low}C${138 + slim} 226 ${135 + slim * 0.6} 240 120 251C140 276 186 276 208 251C${198 - slim * 0.5} 238 ${197 - slim} 216 ${200 - slim} 176Z`,
    ink: skin,
    shades: [
      {
        path: `M126 ${low}L150 ${low + 30}C172 ${low + 34} ${196 - slim} ${low + 4} 204 170L214 260L188 272Z`,
        darkness: 0.85,
        blur: 5,
      },
    ],
  };
}

export function head(shape: HeadShape): Part {
  const blush = hex(mix(packed(shape.skin), packed("#d9552f"), 0.24));
  return {
    path: faceOutline(shape),
    ink: shape.skin,
    marks: `<ellipse cx="177" cy="174" rx="14" ry="9.5" fill="${blush}"/><ellipse cx="119" cy="172" rx="6.5" ry="8" fill="${blush}"/><path d="M150 ${214 + shape.chin}C186 ${214 + shape.chin} 202 172 204 112C214 140 212 190 186 222Z" fill="${shadeOf(shape.skin, 0.28)}"/>`,
    shades: [
      {
        path: `M204 90C188 130 202 168 172 ${210 + shape.chin}L220 230L222 90Z`,
        darkness: 0.8,
        blur: 8,
      },
      {
        path: "M150 140C156 132 176 132 184 142L182 150C170 142 158 146 152 154Z",
        darkness: 0.35,
        blur: 3,
      },
      { path: "M112 138C118 132 134 132 139 140L140 176L134 168L133 148Z", darkness: 0.3, blur: 3 },
      {
        path: `M128 ${203 + shape.chin * 0.6}Q142 ${198 + shape.chin * 0.6} 156 ${203 + shape.chin * 0.6}L152 ${209 + shape.chin * 0.6}Q142 ${206 + shape.chin * 0.6} 132 ${209 + shape.chin * 0.6}Z`,
        darkness: 0.5,
        blur: 2,
      },
    ],
  };
}

export function ear(shape: HeadShape): Part {
  return {
    path: "M199 142C204 132 218 134 217 150C216 164 210 178 202 177C198 172 198 156 199 142Z",
    ink: shape.skin,
    shades: [{ path: "M203 146C210 142 212 152 208 162L203 168Z", darkness: 0.6, blur: 2 }],
    marks: `<path d="M203 147C208 140 213 146 212 154C211 160 208 162 207 168" fill="none" stroke="#231A12" stroke-width="1.6"/>`,
  };
}
