const colour = /^#[0-9a-f]{6}$/;

/** True for a colour as records store it. */
export function isColour(text: string): boolean {
  return colour.test(text);
}

/** The sixteen names of HTML 4, which many people know. */
const named: Readonly<Record<string, string>> = {
  aqua: "#00ffff",
  black: "#000000",
  blue: "#0000ff",
  fuchsia: "#ff00ff",
  gray: "#808080",
  green: "#008000",
  lime: "#00ff00",
  maroon: "#800000",
  navy: "#000080",
  olive: "#808000",
  purple: "#800080",
  red: "#ff0000",
  silver: "#c0c0c0",
  teal: "#008080",
  white: "#ffffff",
  yellow: "#ffff00",
};

/**
 * A colour as the record stores it, from what somebody typed or pasted, such as "2F5A36" or "red".
 * A text that is no colour stays as it is, so that its message makes sense.
 */
export function spelledColour(text: string): string {
  const [, digits] = /^#?((?:[0-9a-f]{3}){1,2})$/i.exec(text.trim()) ?? [];
  if (digits === undefined) {
    const name = text.trim();
    return (Object.hasOwn(named, name.toLowerCase()) && named[name.toLowerCase()]) || name;
  }
  const long = digits.length === 3 ? digits.replaceAll(/./g, "$&$&") : digits;
  return `#${long.toLowerCase()}`;
}
