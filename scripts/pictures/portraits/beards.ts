import type { Part } from "./part.ts";
import { strands } from "./strands.ts";

/** A full beard; the mouth is drawn over it. */
export function fullBeard(ink: string, sheen: string, long: number): Part[] {
  const low = 222 + long;
  return [
    {
      path: `M113 172C116 190 112 206 120 ${low - 18}C128 ${low} 142 ${low + 8} 156 ${low + 4}C180 ${low} 198 ${low - 22} 206 168C200 156 201 160 199 168C192 184 178 186 168 184C160 178 150 178 142 182C134 178 124 182 120 188C116 184 114 178 113 172Z`,
      ink,
      shades: [
        {
          path: `M206 160C200 200 184 ${low} 150 ${low + 10}L220 ${low + 10}L220 170Z`,
          darkness: 0.6,
          blur: 6,
        },
      ],
      marks:
        strands(
          [116, 182, 116, 200, 122, low - 20, 136, low],
          [146, 206, 146, 214, 146, low - 8, 150, low + 4],
          { count: 12, ink: sheen, thickness: 1.1, seed: 91 },
        ) +
        strands(
          [202, 172, 202, 190, 192, low - 26, 172, low - 4],
          [158, 206, 160, 216, 158, low - 8, 154, low + 2],
          { count: 14, ink: sheen, thickness: 1.1, seed: 92 },
        ),
    },
  ];
}

/** Hangs over the mouth, so it is laid on after the features. */
export function moustache(ink: string, sheen: string): Part {
  return {
    path: "M138 183C128 180 116 188 110 200C122 200 130 198 139 193C150 199 164 202 178 198C170 186 152 179 138 183Z",
    ink,
    marks:
      strands([138, 186, 128, 186, 120, 192, 114, 199], [138, 192, 132, 194, 124, 198, 118, 199], {
        count: 4,
        ink: sheen,
        thickness: 0.9,
        seed: 93,
      }) +
      strands([141, 186, 152, 186, 164, 190, 174, 197], [141, 192, 150, 196, 160, 198, 168, 198], {
        count: 5,
        ink: sheen,
        thickness: 0.9,
        seed: 94,
      }),
  };
}

/** Close along the jaw, with the cheek left free. */
export function shortBeard(ink: string, sheen: string): Part[] {
  return [
    {
      path: "M113 176C116 194 122 210 134 218C150 226 174 218 190 204C200 194 204 178 204 156L198 158C197 176 190 190 176 192C166 184 152 180 140 184C130 182 124 188 121 196C117 190 115 184 113 176Z",
      ink,
      shades: [{ path: "M204 156L206 190L170 224L150 224L186 196Z", darkness: 0.5, blur: 5 }],
      marks:
        strands(
          [118, 192, 122, 204, 130, 212, 140, 218],
          [138, 204, 142, 208, 148, 212, 152, 217],
          { count: 7, ink: sheen, thickness: 0.9, seed: 95 },
        ) +
        strands(
          [201, 166, 200, 186, 186, 204, 164, 216],
          [182, 194, 176, 202, 168, 208, 158, 214],
          { count: 9, ink: sheen, thickness: 0.9, seed: 96 },
        ),
    },
  ];
}
