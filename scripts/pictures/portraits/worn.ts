import type { Part } from "./part.ts";

const frame = `fill="none" stroke="#231A12" stroke-linecap="round"`;

export function roundGlasses(): Part {
  return {
    path: "",
    ink: "none",
    marks: `<circle cx="126" cy="149" r="16" fill="#F7F0E1" fill-opacity="0.22"/><circle cx="168" cy="149" r="18.5" fill="#F7F0E1" fill-opacity="0.22"/><g ${frame} stroke-width="3"><circle cx="126" cy="149" r="16"/><circle cx="168" cy="149" r="18.5"/><path d="M142 147q4 -5 8 -1M186 146L206 144"/></g><path d="M160 140l7 -6M118 142l5 -5" stroke="#FBF5E6" stroke-width="2" stroke-linecap="round"/>`,
  };
}

/** Worn low on the nose, to look over. */
export function halfMoonGlasses(): Part {
  return {
    path: "",
    ink: "none",
    marks: `<g stroke="#231A12" stroke-linecap="round" stroke-width="2.4" fill="none"><path d="M109 160L139 160C139 179 111 179 109 160ZM151 160L189 159C189 181 153 182 151 160Z" fill="#F7F0E1" fill-opacity="0.35"/><path d="M139 161q5 -5 12 -1M189 160L208 151"/></g>`,
  };
}

export function earring(metal: string): Part {
  return {
    path: "M203 180a5 5 0 1 0 10 0a5 5 0 1 0 -10 0ZM204 192a4 7 0 1 0 8 0a4 7 0 1 0 -8 0Z",
    ink: metal,
  };
}
