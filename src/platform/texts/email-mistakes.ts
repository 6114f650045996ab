/**
 * Mistakes of typing in the domain of an email address. A script of
 * the pages with a password contains this file, so it imports nothing.
 */

/** Names that many people type, and that differ from every other provider's name by two letters. */
const largeNames = ["gmail", "hotmail", "outlook", "yahoo", "icloud", "googlemail", "protonmail"];

/** Providers whose names are too short, or too like others, to guess a mistake in them. */
const otherNames = "aol att email gmx live mac mail me msn proton rocketmail web ymail".split(" ");

/** Names that are one letter away from a large name, and belong to somebody else. */
const realNames = new Set(["gmails", "hotmails", "outlooks", "yahoos"]);

/** Country codes that are also `com` with one letter missing. */
const missingLetter = new Set(["co", "cm", "om"]);

/**
 * The address that was probably meant, such as `ada@gmail.com` for `ada@gmial.com`; null for an
 * address without a likely mistake. Nobody is asked about a known provider, in any country, nor
 * about the domain of the business at `ownHost`.
 */
export function likelyEmail(typed: string, ownHost: string): string | null {
  const at = typed.lastIndexOf("@");
  const domain = typed.slice(at + 1).toLowerCase();
  const dot = domain.indexOf(".");
  if (at < 1 || dot < 1 || domain === ownHost || ownHost.endsWith(`.${domain}`)) return null;
  const name = domain.slice(0, dot);
  const ending = domain.slice(dot + 1);
  const meant = `${likelyName(name, ending)}.${likelyEnding(name, ending)}`;
  return meant === domain ? null : `${typed.slice(0, at)}@${meant}`;
}

function likelyName(name: string, ending: string): string {
  const isKnown = [...largeNames, ...otherNames].includes(name) || realNames.has(name);
  if (isKnown || !(isCom(ending) || missingLetter.has(ending) || isCountry(ending))) return name;
  return largeNames.find((large) => isOneMistake(name, large)) ?? name;
}

function likelyEnding(name: string, ending: string): string {
  if (isCom(ending)) return "com";
  const isLarge = likelyName(name, "com") !== name || largeNames.includes(name);
  return isLarge && missingLetter.has(ending) ? "com" : ending;
}

/** True for `com` and for its misspellings, none of which exists. `cam` exists. */
function isCom(ending: string): boolean {
  if (ending === "com") return true;
  return ending.length > 2 && ending !== "cam" && isOneMistake(ending, "com", "any letter");
}

/** True for endings like `de`, `co.uk` and `com.br`, unless firms anywhere use the ending. */
function isCountry(ending: string): boolean {
  return /^(com?\.)?(?!ai|cc|io|me|tv)[a-z]{2}$/.test(ending);
}

/**
 * Whether one letter is wrong, missing or added, or two neighbours are swapped. The first letter of
 * a name counts as right, because `cloud.com` and `email.com` differ from others only there.
 */
function isOneMistake(typed: string, meant: string, where?: "any letter"): boolean {
  if (typed === meant) return false;
  let start = 0;
  while (start < typed.length && typed[start] === meant[start]) start += 1;
  const rest = (text: string, skipped: number) => text.slice(start + skipped);
  const [one = "", two = ""] = typed.slice(start);
  if (two + one === meant.slice(start, start + 2) && rest(typed, 2) === rest(meant, 2)) return true;
  if (start === 0 && where === undefined) return false;
  return (
    rest(typed, 1) === rest(meant, 1) ||
    rest(typed, 0) === rest(meant, 1) ||
    rest(typed, 1) === rest(meant, 0)
  );
}
