/**
 * Focuses each control as the keyboard does. Returns a message for each control whose focus is
 * invisible, too faint or covered. Runs in the page, so the function must be self-contained.
 */
export function focusFaults(): string[] {
  const leastContrast = 3;
  const painter = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  type Colour = readonly [red: number, green: number, blue: number, alpha: number];

  const colours = new Map<string, Colour>();
  function colourOf(css: string): Colour {
    const known = colours.get(css);
    if (known !== undefined) return known;
    if (painter === null) throw new Error("There is no canvas to read colours with.");
    painter.clearRect(0, 0, 1, 1);
    painter.fillStyle = css;
    painter.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = painter.getImageData(0, 0, 1, 1).data;
    colours.set(css, [red, green, blue, alpha]);
    return [red, green, blue, alpha];
  }

  function lightness(colour: Colour): number {
    const [red = 0, green = 0, blue = 0] = colour.slice(0, 3).map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function contrast(one: Colour, other: Colour): number {
    const [dark = 0, light = 0] = [lightness(one), lightness(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  /** Background colour behind an element; null for a picture. */
  function groundOf(element: Element | null): Colour | null {
    for (let at = element; at !== null; at = at.parentElement) {
      const { backgroundColor, backgroundImage } = getComputedStyle(at);
      if (backgroundImage !== "none") return null;
      const colour = colourOf(backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return colourOf(getComputedStyle(document.documentElement).backgroundColor);
  }

  /**
   * The control and its neighbours. If the control is invisible, a neighbour can show the focus in
   * its place.
   */
  function drawnFor(control: Element): Element[] {
    const around = [control.closest("label"), control.nextElementSibling, control.parentElement];
    return [control, ...around].filter((each) => each !== null);
  }

  function ringFault(control: Element): string | null {
    const looks = drawnFor(control).flatMap((element) =>
      // A link that is stretched over its card has its outline on `::after`.
      [undefined, "::after"].map((part) => ({ element, look: getComputedStyle(element, part) })),
    );
    const ringed = looks.find(({ look }) => {
      const { outlineStyle, outlineWidth, boxShadow } = look;
      return (
        (outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 1) || boxShadow !== "none"
      );
    });
    if (ringed === undefined) return "shows no focus: give it an outline";
    const { outlineStyle, outlineColor, outlineOffset } = ringed.look;
    if (outlineStyle === "none" || outlineStyle === "auto") return null;
    const isInside = Number.parseFloat(outlineOffset) < 0;
    const ground = groundOf(isInside ? ringed.element : ringed.element.parentElement);
    if (ground === null) return null;
    const found = contrast(colourOf(outlineColor), ground);
    if (found >= leastContrast) return null;
    return `shows its focus with a contrast of ${found.toFixed(2)}: it needs ${leastContrast}`;
  }

  function isCovered(control: Element): boolean {
    const { left, right, top, bottom } = control.getBoundingClientRect();
    const inset = 2;
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + inset, top + inset],
      [right - inset, bottom - inset],
      [left + inset, bottom - inset],
      [right - inset, top + inset],
    ] as const;
    return !points.some(([x, y]) => {
      const hit = document.elementFromPoint(x, y);
      return (
        hit !== null &&
        drawnFor(control).some(
          (each) =>
            each.contains(hit) ||
            (hit.contains(each) && hit !== document.body && hit !== document.documentElement),
        )
      );
    });
  }

  const dialog = document.querySelector("[role=dialog][aria-modal=true]");
  const controls = (dialog ?? document.body).querySelectorAll<HTMLElement>(
    "a[href], button, input, select, textarea, summary, [tabindex='0']",
  );
  const faults: string[] = [];
  for (const control of controls) {
    control.focus();
    if (document.activeElement !== control || control.tabIndex < 0) continue;
    const name =
      control.getAttribute("aria-label") ??
      (control.textContent?.trim().slice(0, 40) || control.getAttribute("name"));
    const what = `${control.tagName.toLowerCase()} “${name}”`;
    const fault = ringFault(control);
    if (fault !== null) faults.push(`${what} ${fault}.`);
    if (isCovered(control)) {
      faults.push(`${what} is out of sight when it is focused: leave room for what covers it.`);
    }
  }
  return faults;
}
