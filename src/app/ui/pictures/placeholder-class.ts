/** For a class of an `<img>`: what is seen until the picture is there, also one that is shown at night. */
export function impressionClasses(impression: string, atNight = ""): string[] {
  return [
    impression && `impression-${shortened(impression)}`,
    atNight && `impression-night-${shortened(atNight)}`,
  ].filter(Boolean);
}

/** Colours of one digit a channel: digits cannot be compressed, and nobody sees the others in a blur. */
function shortened(impression: string): string {
  return impression.replace(/(.)./g, "$1");
}

const byDay = /^impression-([0-9a-f]{12})$/;
const byNight = /^impression-night-([0-9a-f]{12})$/;

/**
 * The rules of those classes among a page's: pages allow no style attributes. The one for the night
 * follows the one that it replaces.
 */
export function impressionRules(classes: ReadonlySet<string>): string {
  const rules: string[] = [];
  const nightRules: string[] = [];
  for (const name of classes) {
    const day = byDay.exec(name)?.[1];
    const night = byNight.exec(name)?.[1];
    if (day !== undefined) rules.push(ruleOf(name, day));
    if (night !== undefined) nightRules.push(ruleOf(name, night));
  }
  if (nightRules.length > 0) {
    rules.push(`@media (prefers-color-scheme:dark){${nightRules.join("")}}`);
  }
  return rules.join("");
}

function ruleOf(name: string, impression: string): string {
  const colours = impression.match(/.{3}/g)?.map((colour) => `#${colour}`);
  return `.${name}{background:linear-gradient(${colours})}`;
}
