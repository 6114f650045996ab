import type { Part } from "./part.ts";
import { strands } from "./strands.ts";

const dark = "#231A12";
const shoulders = "M28 340C34 284 76 262 122 248C140 276 186 276 206 248C256 260 288 284 296 340Z";
const bodyShade = {
  path: "M206 244C230 270 226 320 214 350L310 350L300 280Z",
  darkness: 0.72,
  blur: 9,
};
const line = (path: string, width = 2) =>
  `<path d="${path}" fill="none" stroke="${dark}" stroke-width="${width}" stroke-linecap="round"/>`;

export function shirtAndWaistcoat(shirt: string, waistcoat: string): Part[] {
  return [
    { path: shoulders, ink: shirt, shades: [bodyShade] },
    {
      path: "M52 340L96 258C116 290 138 312 158 340ZM276 340L232 258C216 290 188 312 160 340Z",
      ink: waistcoat,
      shades: [
        { path: "M232 250L190 340L290 340Z", darkness: 0.6, blur: 8 },
        { path: "M96 258L158 340L130 340Z", darkness: 0.4, blur: 6 },
      ],
    },
    {
      path: "M122 246C116 252 108 258 106 266L140 286L160 270C144 266 130 258 122 246ZM206 246C212 252 220 258 222 266L184 288L160 270C182 266 196 258 206 246Z",
      ink: shirt,
      shades: [{ path: "M190 250L226 262L184 292Z", darkness: 0.5, blur: 4 }],
    },
  ];
}

export function dungarees(shirt: string, denim: string): Part[] {
  return [
    {
      path: shoulders,
      ink: shirt,
      shades: [bodyShade],
      marks:
        line("M122 248C138 282 190 282 206 248", 2) + line("M118 256C138 294 192 294 212 256", 1.4),
    },
    {
      path: "M92 260L110 253L124 300L206 300L220 252L238 259L228 340L100 340Z",
      ink: denim,
      shades: [{ path: "M190 300L206 300L240 250L260 350L180 350Z", darkness: 0.6, blur: 7 }],
      marks: line("M128 306L204 306", 1.2),
    },
    {
      path: "M112 294a8 8 0 1 0 16 0a8 8 0 1 0 -16 0M202 294a8 8 0 1 0 16 0a8 8 0 1 0 -16 0",
      ink: "#E2B13C",
    },
  ];
}

export function turtleneck(wool: string): Part[] {
  return [
    {
      path: shoulders,
      ink: wool,
      shades: [bodyShade],
      marks: strands(
        [64, 340, 76, 310, 90, 290, 108, 272],
        [262, 340, 254, 310, 240, 290, 222, 272],
        { count: 17, ink: dark, thickness: 1, seed: 6 },
      ),
    },
    {
      path: "M128 222C140 234 182 234 202 218C206 236 208 246 210 262C186 284 140 284 116 262C120 250 126 238 128 222Z",
      ink: wool,
      shades: [{ path: "M170 220L210 210L216 280L176 286Z", darkness: 0.7, blur: 5 }],
      marks: strands(
        [126, 240, 126, 248, 124, 256, 122, 264],
        [204, 236, 205, 246, 206, 254, 206, 262],
        { count: 11, ink: dark, thickness: 1.1, seed: 7 },
      ),
    },
  ];
}

export function scarf(coat: string, wool: string, stripe: string): Part[] {
  return [
    {
      path: shoulders,
      ink: coat,
      shades: [bodyShade],
      marks: line("M92 340C98 310 96 290 90 268M244 340C236 310 236 290 240 266", 1.8),
    },
    {
      path: "M176 262L216 262C224 290 226 316 224 340L178 340C182 312 182 286 176 262Z",
      ink: wool,
      shades: [{ path: "M204 262L230 262L230 345L206 345Z", darkness: 0.6, blur: 5 }],
      marks: `<path d="M180 292L222 288L223 300L181 304ZM180 314L224 311L224 322L179 325Z" fill="${stripe}"/>`,
    },
    {
      path: "M108 244C128 224 140 236 164 238C188 238 200 220 218 238C226 256 220 272 206 278C176 292 138 288 116 272C104 264 102 254 108 244Z",
      ink: wool,
      shades: [
        { path: "M108 262C140 290 196 288 224 256L214 290L120 290Z", darkness: 0.55, blur: 5 },
      ],
      marks: strands(
        [114, 246, 134, 262, 180, 262, 214, 240],
        [116, 270, 140, 288, 184, 286, 212, 272],
        { count: 6, ink: dark, thickness: 1, seed: 8 },
      ),
    },
  ];
}

export function shawl(dress: string, cloth: string, pin: string): Part[] {
  return [
    { path: shoulders, ink: dress, shades: [bodyShade] },
    {
      path: "M18 340C28 286 74 262 116 244C126 266 146 290 164 300C150 316 140 326 136 340ZM302 340C294 286 256 262 212 244C204 266 184 288 164 300C176 316 184 328 186 340Z",
      ink: cloth,
      shades: [
        { path: "M212 240C240 270 240 310 230 345L310 345L300 270Z", darkness: 0.6, blur: 8 },
      ],
      marks:
        strands([108, 252, 90, 280, 84, 310, 84, 338], [36, 300, 34, 316, 32, 326, 30, 338], {
          count: 6,
          ink: dark,
          thickness: 1,
          seed: 5,
        }) +
        strands(
          [220, 252, 240, 280, 246, 310, 246, 338],
          [286, 300, 290, 316, 292, 326, 294, 338],
          { count: 6, ink: dark, thickness: 1, seed: 4 },
        ),
    },
    {
      path: "M154 300a10 10 0 1 0 20 0a10 10 0 1 0 -20 0",
      ink: pin,
      marks: `<circle cx="164" cy="300" r="3.6" fill="${dark}"/>`,
    },
  ];
}

export function roundNeck(cloth: string, trim: string): Part[] {
  return [
    { path: shoulders, ink: cloth, shades: [bodyShade] },
    {
      path: "M110 252L124 246C142 274 188 274 206 246L220 252C204 292 130 294 110 252Z",
      ink: trim,
      shades: [{ path: "M186 250L224 246L200 290Z", darkness: 0.5, blur: 4 }],
      marks: Array.from(
        { length: 9 },
        (_, index) =>
          `<circle cx="${126 + index * 9.6}" cy="${(264 + 13 * Math.sin(((index + 0.6) / 9) * Math.PI)).toFixed(1)}" r="2" fill="${dark}"/>`,
      ).join(""),
    },
  ];
}

export function neckerchief(shirt: string, cloth: string): Part[] {
  return [
    {
      path: shoulders,
      ink: shirt,
      shades: [bodyShade],
      marks:
        line("M164 300L166 340", 1.6) +
        strands([70, 276, 74, 300, 76, 320, 76, 340], [254, 274, 256, 300, 258, 320, 258, 340], {
          count: 9,
          ink: dark,
          thickness: 0.9,
          seed: 3,
        }),
    },
    {
      path: "M112 244C132 264 188 266 214 242C220 256 206 272 180 278L196 314L168 296L150 318L150 280C126 274 108 260 112 244Z",
      ink: cloth,
      shades: [{ path: "M180 256L220 240L200 316L172 296Z", darkness: 0.55, blur: 4 }],
      marks: [
        [130, 262],
        [146, 268],
        [166, 272],
        [188, 264],
        [160, 290],
        [182, 296],
      ]
        .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="2.3" fill="#F7F0E1"/>`)
        .join(""),
    },
  ];
}

export function lapels(coat: string, shirt: string): Part[] {
  return [
    { path: shoulders, ink: coat, shades: [bodyShade] },
    {
      path: "M122 246C140 276 188 276 206 246L190 310L164 340L138 310Z",
      ink: shirt,
      shades: [{ path: "M180 262L206 246L176 330Z", darkness: 0.5, blur: 4 }],
      marks: line("M164 276L164 340", 1.4),
    },
    {
      path: "M122 246L104 256L92 286L112 290L104 300L162 340L140 290ZM206 246L222 256L236 286L216 290L226 300L166 340L188 290Z",
      ink: coat,
      shades: [{ path: "M206 246L236 286L170 340L214 340L250 280Z", darkness: 0.6, blur: 5 }],
    },
  ];
}
