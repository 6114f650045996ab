export interface NamedSheet {
  readonly sheet: string;
  /** Minified names by original names; empty when the sheet is not minified. */
  readonly classNames: ReadonlyMap<string, string>;
}

/**
 * Matches class names and custom properties. Also matches strings and URLs, so that a dot in them
 * is not taken for the start of a class name.
 */
const named =
  /"[^"]*"|'[^']*'|url\((?!["'])[^)]*\)|\.(?<className>[a-z][\w-]*)|(?<property>(?<![\w-])--[a-z][\w-]*)/gi;

/**
 * Minifies the names of classes and custom properties; the most frequent names get the shortest.
 * With the original names, `/service/` would take one more network round trip (decision 23). The
 * sheet must have no comments.
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

function shortest(sheet: string, kind: "className" | "property"): Map<string, string> {
  const counts = new Map<string, number>();
  for (const { groups } of sheet.matchAll(named)) {
    const name = groups?.[kind];
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const byCount = [...counts].sort(([, one], [, other]) => other - one);
  return new Map(byCount.map(([name], index) => [name, inLetters(index)]));
}

// No vowels, so that no name is a word: ad blockers hide elements of the class "ad".
const letters = "bcdfghjklmnpqrstvwxyz";

/** Returns "b" to "z", then "bb" and so on. */
function inLetters(index: number): string {
  const last = letters.charAt(index % letters.length);
  if (index < letters.length) return last;
  return inLetters(Math.floor(index / letters.length) - 1) + last;
}
