const longestHeader = 200;

/**
 * Locale for the dates that a reader sees: English with the region of the `Accept-Language` header,
 * such as "en-DE", because the words around a date are English. Undefined without a valid language.
 */
export function readerLocale(acceptLanguage: string | null): string | undefined {
  const wishes = (acceptLanguage ?? "").slice(0, longestHeader).split(",").map(readWish);
  for (const { tag } of wishes.toSorted((one, other) => other.weight - one.weight)) {
    const region = regionOf(tag);
    if (region !== undefined) return `en-${region}`;
  }
  return undefined;
}

function readWish(wish: string) {
  const [tag = "", ...parameters] = wish.split(";").map((part) => part.trim());
  const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
  return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
}

/**
 * Region of a language tag, or, for a tag without a region, the region where most speakers of the
 * language live.
 */
function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).maximize().region;
  } catch {
    return undefined;
  }
}
