/** A style sheet, and the minified name of each of its classes. */
export interface NamedSheet {
  readonly sheet: string;
  /** Empty when no name is minified. */
  readonly classNames: ReadonlyMap<string, string>;
}

/**
 * Matches classes, custom properties, and strings and addresses, in which a dot does not begin a
 * class.
 */
const named =
  /"[^"]*"|'[^']*'|url\((?!["'])[^)]*\)|\.(?<className>[a-z][\w-]*)|(?<property>(?<![\w-])--[a-z][\w-]*)/gi;

/**
 * Minifies the names of classes and custom properties, the most frequent to the shortest. With
 * descriptive names, `/service/` would take one more round trip (decision 23). The sheet must have no
 * comments.
 */
export function minifyClassNames(sheet: string): NamedSheet {
  const classNames = shortest(sheet, "className");
  const properties = shortest(sheet, "property");
  const shortened = sheet.replace(named, (whole, className?: string, property?: string) => {
    if (className !== undefined) return `.${classNames.get(className)}`;
    return property === undefined ? whole : `--${properties.get(property)}`;
  });
  return { sheet: shortened, classNames };
}

/** Minified names, by how often the sheet has a name. */
function shortest(sheet: string, kind: "className" | "property"): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { groups } of sheet.matchAll(named)) {
    const name = groups?.[kind];
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const byCount = [...counts].sort(([, one], [, other]) => other - one);
  return new Map(byCount.map(([name], index) => [name, inLetters(index)]));
}

// No vowels, so that no name is a word: extensions hide elements of the class "ad".
const letters = "bcdfghjklmnpqrstvwxyz";

/** "b" to "z", then "bb" and so on. */
function inLetters(index: number): string {
  const last = letters.charAt(index % letters.length);
  if (index < letters.length) return last;
  return inLetters(Math.floor(index / letters.length) - 1) + last;
}
