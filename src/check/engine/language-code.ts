const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
const regions = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/**
 * Whether a BCP 47 tag names an existing language and, if it names a region, an existing region.
 */
export function isLanguageCode(tag: string): boolean {
  try {
    const { language, region } = new Intl.Locale(tag);
    if (language.length > 3 || names.of(language) === undefined) return false;
    return region === undefined || regions.of(region) !== undefined;
  } catch {
    return false;
  }
}
