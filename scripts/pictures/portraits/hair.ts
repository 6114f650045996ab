import { point } from "../hand-cut.ts";
import { seededRandom } from "../seeded-random.ts";
import type { Part } from "./part.ts";
import { type Curve, strands } from "./strands.ts";

/** What hangs behind the head and what lies over it. */
export type Hair = { back: Part[]; front: Part[] };

const combed = (
  from: Curve,
  to: Curve,
  ink: string,
  count: number,
  seed: number,
  thickness = 1.1,
) => strands(from, to, { count, ink, thickness, seed });

/** Short at the sides, swept over from a parting. */
export function sideSwept(ink: string, sheen: string): Hair {
  return {
    back: [],
    front: [
      {
        path: "M110 124C102 104 108 78 128 68C150 52 190 56 206 80C218 98 216 126 210 146C208 152 204 150 203 144C202 128 198 112 190 104C170 112 140 108 124 100C118 108 114 116 110 124Z",
        ink,
        shades: [{ path: "M206 80C218 98 216 126 210 150L190 104Z", darkness: 0.5, blur: 5 }],
        marks:
          combed(
            [190, 72, 170, 66, 140, 70, 116, 112],
            [196, 104, 176, 112, 146, 108, 126, 100],
            sheen,
            15,
            21,
          ) +
          combed(
            [192, 76, 206, 86, 210, 110, 207, 142],
            [194, 96, 202, 106, 205, 122, 205, 142],
            sheen,
            6,
            22,
          ),
      },
    ],
  };
}

/** A centre parting over the ears, gathered into a plait over the near shoulder. */
export function plait(ink: string, sheen: string, ribbon: string): Hair {
  const links: Part[] = Array.from({ length: 7 }, (_, index) => {
    const x = 218 + Math.sin(index / 2.2) * 5;
    const y = 198 + index * 17;
    const across = 13 - index * 0.6;
    const side = index % 2 ? 1 : -1;
    return {
      path: `M${point(x - side * across, y - 9)}C${point(x, y - 15)} ${point(x + side * across * 1.3, y - 8)} ${point(x + side * across, y + 8)}C${point(x, y + 16)} ${point(x - side * across, y + 8)} ${point(x - side * across, y - 9)}Z`,
      ink,
      marks: combed(
        [x - side * across, y - 8, x, y - 10, x + side * 6, y - 4, x + side * across * 0.8, y + 7],
        [x - side * across, y - 4, x - 2, y + 2, x, y + 6, x + side * 4, y + 11],
        sheen,
        4,
        50 + index,
        0.9,
      ),
    };
  });
  return {
    back: [
      {
        path: "M110 140C96 92 124 52 162 52C206 52 230 88 224 138C224 166 232 190 226 212L196 214L120 170Z",
        ink,
      },
    ],
    front: [
      {
        path: "M146 66C122 72 108 96 109 142C112 128 116 116 128 106C140 98 146 84 146 66Z",
        ink,
        marks: combed(
          [146, 70, 126, 76, 114, 100, 111, 132],
          [146, 78, 144, 92, 134, 102, 120, 114],
          sheen,
          9,
          31,
        ),
      },
      {
        path: "M146 66C160 58 200 62 214 92C224 120 222 160 226 200C222 212 208 208 204 196C206 170 204 140 192 118C172 112 152 94 146 66Z",
        ink,
        shades: [
          { path: "M214 92C226 130 224 180 226 206L204 190L206 120Z", darkness: 0.4, blur: 5 },
        ],
        marks: combed(
          [148, 68, 180, 62, 212, 90, 220, 190],
          [148, 76, 158, 100, 184, 116, 206, 176],
          sheen,
          15,
          32,
        ),
      },
      ...links,
      { path: "M206 308l24 -2l1 9l-24 2Z", ink: ribbon },
    ],
  };
}

/** Loose curls, each one a turned stroke. */
export function curls(ink: string, sheen: string): Hair {
  const random = seededRandom(64);
  const curl = (x: number, y: number, size: number): Part => ({
    path: `M${point(x - size, y)}C${point(x - size, y - size * 1.4)} ${point(x + size, y - size * 1.4)} ${point(x + size, y)}C${point(x + size, y + size * 1.3)} ${point(x - size, y + size * 1.3)} ${point(x - size, y)}Z`,
    ink,
    marks: `<path d="M${point(x - size * 0.6, y + size * 0.3)}C${point(x - size * 0.7, y - size)} ${point(x + size * 0.8, y - size * 0.8)} ${point(x + size * 0.4, y + size * 0.1)}C${point(x + size * 0.2, y + size * 0.7)} ${point(x - size * 0.3, y + size * 0.4)} ${point(x - size * 0.1, y - size * 0.1)}" fill="none" stroke="${sheen}" stroke-width="1.8" stroke-linecap="round"/>`,
  });
  const ring = (
    count: number,
    reachX: number,
    reachY: number,
    size: number,
    from: number,
    to: number,
  ) =>
    Array.from({ length: count }, (_, index) => {
      const angle = from + ((to - from) * index) / (count - 1);
      return curl(
        160 + Math.cos(angle) * reachX,
        112 + Math.sin(angle) * reachY,
        size * random.between(0.85, 1.15),
      );
    });
  return {
    back: [
      { path: "M108 138C92 90 120 46 162 46C208 46 232 88 220 150Z", ink },
      ...ring(11, 58, 58, 13, Math.PI * 0.93, Math.PI * 2.18),
    ],
    front: [
      ...ring(9, 47, 44, 13, Math.PI * 1.0, Math.PI * 2.1),
      ...ring(6, 32, 26, 13, Math.PI * 1.1, Math.PI * 1.95),
    ],
  };
}

/** Combed up into a bun. */
export function bun(ink: string, sheen: string): Hair {
  return {
    back: [
      {
        path: "M158 62C150 40 168 24 190 28C212 32 216 56 202 70C190 80 166 78 158 62Z",
        ink,
        shades: [{ path: "M190 30L216 40L204 76L184 76Z", darkness: 0.5, blur: 4 }],
        marks: combed(
          [160, 62, 164, 36, 196, 26, 208, 54],
          [170, 72, 180, 60, 192, 58, 204, 66],
          sheen,
          7,
          41,
        ),
      },
    ],
    front: [
      {
        path: "M109 134C100 98 120 62 158 58C196 54 222 86 214 130C213 144 210 152 206 156C206 138 200 122 190 112C172 96 140 96 124 110C116 116 112 124 109 134Z",
        ink,
        shades: [{ path: "M214 90L216 140L206 156L196 114Z", darkness: 0.55, blur: 5 }],
        marks:
          combed(
            [111, 130, 110, 100, 136, 66, 176, 60],
            [128, 108, 140, 94, 160, 84, 184, 62],
            sheen,
            10,
            42,
          ) +
          combed(
            [186, 62, 206, 76, 214, 108, 208, 150],
            [180, 64, 184, 80, 192, 96, 198, 116],
            sheen,
            9,
            43,
          ),
      },
    ],
  };
}

/** A straight bob to the jaw, made to sit under a hat. */
export function bob(ink: string, sheen: string): Hair {
  return {
    back: [
      {
        path: "M108 110C98 150 100 190 104 212C116 220 128 216 132 206L204 196C208 214 216 222 230 216C236 180 228 130 214 104Z",
        ink,
      },
    ],
    front: [
      {
        path: "M118 104C100 128 94 176 101 202C106 217 122 214 127 203C116 184 113 150 123 114Z",
        ink,
        marks: combed(
          [110, 112, 102, 140, 102, 180, 105, 210],
          [118, 116, 112, 150, 112, 180, 118, 208],
          sheen,
          5,
          71,
        ),
      },
      {
        path: "M180 100C198 116 203 150 199 184C196 204 206 222 226 213C242 192 238 128 214 98Z",
        ink,
        shades: [
          { path: "M214 98C236 130 236 190 230 218L216 218L218 140Z", darkness: 0.55, blur: 4 },
        ],
        marks: combed(
          [192, 104, 208, 130, 206, 180, 212, 212],
          [212, 102, 228, 140, 232, 180, 228, 214],
          sheen,
          9,
          72,
        ),
      },
    ],
  };
}

/** What shows of short hair below a cap: the patch around the ear. */
export function cropped(ink: string, sheen: string): Hair {
  return {
    back: [],
    front: [
      {
        path: "M190 104C200 112 198 132 200 146C202 138 210 132 216 138C220 124 218 106 212 96Z",
        ink,
        marks: combed(
          [194, 106, 202, 116, 202, 130, 203, 142],
          [210, 100, 215, 114, 216, 124, 214, 134],
          sheen,
          6,
          81,
        ),
      },
    ],
  };
}
