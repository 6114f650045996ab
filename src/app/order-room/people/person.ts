export interface Person {
  readonly name: string;
  /** Address of a picture; "" for a person without one. */
  readonly picture: string;
}

/** At most two letters: of the first and the last word of a name, or the first letter of an email. */
export function initialsOf(name: string): string {
  const words =
    name
      .split("@", 1)[0]
      ?.split(/[\s._-]+/)
      .filter(Boolean) ?? [];
  const shown = name.includes("@") ? words.slice(0, 1) : [words.at(0), words.slice(1).at(-1)];
  return shown.map((word) => [...(word ?? "")][0]?.toUpperCase() ?? "").join("");
}
