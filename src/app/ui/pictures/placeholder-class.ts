/**
 * Classes for an `<img>` with its placeholder colours, and those of a picture for the dark scheme.
 */
export function placeholderClasses(impression: string, atNight = ""): string[] {
  return [
    impression && `impression-${shortened(impression)}`,
    atNight && `impression-night-${shortened(atNight)}`,
  ].filter(Boolean);
}

/**
 * Colours with one digit per channel: digits do not compress, and the difference is invisible in a
 * blur.
 */
function shortened(impression: string): string {
  return impression.replace(/(.)./g, "$1");
}

const byDay = /^impression-([0-9a-f]{12})$/;
const byNight = /^impression-night-([0-9a-f]{12})$/;

/**
 * CSS rules of those classes, because pages allow no style attributes. The rule of the dark scheme
 * comes last.
 */
export function placeholderRules(classes: ReadonlySet<string>): string {
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
