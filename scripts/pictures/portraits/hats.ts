import type { Part } from "./part.ts";
import { strands } from "./strands.ts";

const dark = "#231A12";
const line = (path: string, width = 1.6) =>
  `<path d="${path}" fill="none" stroke="${dark}" stroke-width="${width}" stroke-linecap="round"/>`;

export function flatCap(tweed: string, check: string): Part[] {
  return [
    {
      path: "M98 116C88 92 108 62 152 56C196 52 228 72 226 104C224 118 216 124 206 122C176 104 134 104 112 118Z",
      ink: tweed,
      shades: [
        {
          path: "M190 56C222 66 232 96 222 124L190 110C206 96 206 76 190 56Z",
          darkness: 0.65,
          blur: 7,
        },
        {
          path: "M98 112L112 118C136 104 176 104 206 122L206 106C170 92 130 94 100 106Z",
          darkness: 0.45,
          blur: 4,
        },
      ],
      marks:
        strands([112, 106, 120, 80, 150, 64, 190, 60], [206, 118, 214, 104, 218, 90, 212, 78], {
          count: 8,
          ink: check,
          thickness: 0.9,
          seed: 11,
        }) +
        strands([118, 74, 126, 90, 128, 100, 126, 110], [206, 62, 214, 80, 214, 100, 208, 118], {
          count: 8,
          ink: check,
          thickness: 0.8,
          seed: 12,
        }) +
        line("M150 57C140 72 138 92 142 107"),
    },
    {
      path: "M114 116C100 112 84 118 74 132C92 134 116 128 150 110C138 108 124 110 114 116Z",
      ink: tweed,
      shades: [{ path: "M76 132C94 132 120 126 150 110L150 122L80 142Z", darkness: 0.7, blur: 3 }],
    },
  ];
}

export function headwrap(cloth: string, fold: string): Part[] {
  return [
    {
      path: "M106 126C92 88 112 46 158 40C210 34 240 76 218 134C200 108 138 100 106 126Z",
      ink: cloth,
      shades: [
        {
          path: "M186 40C240 50 240 100 218 136L196 112C214 90 212 60 186 40Z",
          darkness: 0.65,
          blur: 7,
        },
      ],
      marks: strands(
        [108, 122, 110, 92, 126, 62, 152, 50],
        [214, 128, 206, 100, 180, 74, 152, 60],
        { count: 13, ink: fold, thickness: 1.5, seed: 13 },
      ),
    },
    {
      path: "M134 58C116 44 118 22 138 20C150 20 156 32 154 44C162 28 180 24 188 36C194 50 180 64 158 64C148 66 140 64 134 58Z",
      ink: cloth,
      shades: [{ path: "M160 64C184 60 194 46 186 32L178 52Z", darkness: 0.6, blur: 4 }],
      marks:
        strands([150, 60, 136, 50, 130, 38, 134, 26], [152, 60, 150, 48, 148, 36, 144, 26], {
          count: 4,
          ink: fold,
          thickness: 1.2,
          seed: 14,
        }) +
        strands([156, 58, 160, 48, 170, 38, 180, 34], [158, 62, 170, 58, 180, 52, 186, 44], {
          count: 4,
          ink: fold,
          thickness: 1.2,
          seed: 15,
        }),
    },
  ];
}

export function strawHat(straw: string, weave: string, band: string): Part[] {
  return [
    {
      path: "M116 92C112 54 130 34 164 34C198 34 214 54 212 92C184 104 144 104 116 92Z",
      ink: straw,
      shades: [
        {
          path: "M186 36C220 46 218 80 214 98L184 102C202 84 202 56 186 36Z",
          darkness: 0.6,
          blur: 6,
        },
      ],
      marks: strands([118, 88, 116, 60, 136, 40, 164, 38], [208, 90, 208, 62, 192, 42, 164, 38], {
        count: 12,
        ink: weave,
        thickness: 1,
        seed: 16,
      }),
    },
    {
      path: "M114 82C142 94 186 94 213 82L214 100C184 110 142 110 113 98Z",
      ink: band,
      shades: [{ path: "M180 86L216 80L216 104L184 108Z", darkness: 0.6, blur: 4 }],
    },
    {
      path: "M50 118C60 96 92 88 114 94C142 106 186 106 213 94C240 88 268 98 276 120C262 134 226 128 196 118C168 110 138 112 112 122C88 132 60 132 50 118Z",
      ink: straw,
      shades: [
        { path: "M200 98C240 90 270 104 276 122C250 134 220 124 200 118Z", darkness: 0.5, blur: 6 },
        {
          path: "M54 124C90 134 120 108 164 110C210 114 240 134 272 124L272 140L54 140Z",
          darkness: 0.55,
          blur: 3,
        },
      ],
      marks:
        strands([58, 116, 90, 100, 118, 104, 164, 108], [60, 122, 90, 124, 124, 112, 164, 110], {
          count: 6,
          ink: weave,
          thickness: 0.9,
          seed: 17,
        }) +
        strands([164, 108, 210, 104, 240, 98, 270, 116], [164, 111, 204, 114, 240, 126, 268, 124], {
          count: 6,
          ink: weave,
          thickness: 0.9,
          seed: 18,
        }),
    },
  ];
}

export function knitCap(wool: string, rib: string): Part[] {
  return [
    {
      path: "M108 108C102 64 128 40 162 40C200 40 224 66 216 112C184 92 136 92 108 108Z",
      ink: wool,
      shades: [
        {
          path: "M188 42C226 60 222 100 216 116L194 102C206 84 204 60 188 42Z",
          darkness: 0.65,
          blur: 6,
        },
      ],
      marks: strands([114, 98, 116, 72, 136, 48, 160, 43], [210, 100, 210, 72, 190, 50, 164, 43], {
        count: 13,
        ink: rib,
        thickness: 1.2,
        seed: 19,
      }),
    },
    {
      path: "M106 102C134 82 190 82 217 104C220 114 219 124 216 130C188 106 138 104 109 126C105 118 104 110 106 102Z",
      ink: wool,
      shades: [{ path: "M190 92L220 104L218 132L190 114Z", darkness: 0.6, blur: 4 }],
      marks: strands(
        [110, 102, 109, 110, 109, 116, 110, 122],
        [214, 104, 217, 112, 217, 120, 215, 127],
        { count: 16, ink: rib, thickness: 1.2, seed: 20 },
      ),
    },
  ];
}
