const controls = "a[href], button, input, select, textarea, summary, tr[tabindex], [tabindex='0']";

/** Longer than the 10 ms within which Mantine returns the focus after a dialog closes. */
const pauseMs = 40;

/**
 * Keeps the focus of an admin who works by keyboard. When the focused control is removed or
 * disabled, a browser drops the focus, and the next Tab begins at the top of the page. This
 * function moves the focus to the next control nearby, and on a new screen to the content. If the
 * removed control was inside an element with `data-next`, the first control inside the element with
 * the id in `data-next` gets the focus.
 */
export function keepFocus(): void {
  let byKeyboard = false;
  let last: HTMLElement | null = null;
  /**
   * The last focused control of the content, followed by the possible successors of this control.
   */
  let places: readonly HTMLElement[] = [];
  let nextId: string | undefined;
  let isWaiting = false;
  let { pathname } = location;

  function restore(): void {
    isWaiting = false;
    const isNewScreen = location.pathname !== pathname;
    if (isNewScreen) {
      ({ pathname } = location);
      last = null;
      places = [];
      nextId = undefined;
    }
    if (!byKeyboard || !isLost() || isInDialog()) return;
    if (last === null && !isNewScreen) return;
    // A form's button is disabled until the response arrives, and then gets the focus again.
    if (last?.isConnected && last.matches(":disabled")) return;
    const named = document.getElementById(nextId ?? "")?.querySelectorAll<HTMLElement>(controls);
    const next = [...places.slice(0, 1), ...(named ?? []), ...places.slice(1)].find(isUsable);
    if (next) next.focus();
    else document.getElementById("content")?.focus({ preventScroll: true });
  }

  const onInput = ({ type }: Event) => {
    byKeyboard = type === "keydown";
  };
  addEventListener("keydown", onInput, true);
  addEventListener("pointerdown", onInput, true);
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    last = target;
    ({ pathname } = location);
    const content = document.getElementById("content");
    // A toast or a popover is outside the content. When it closes, the focus returns to the last
    // control of the content.
    if (!content?.contains(target)) return;
    places = [target, ...successorsOf(target, content)];
    nextId = target.closest<HTMLElement>("[data-next]")?.dataset.next;
  });
  const observer = new MutationObserver(() => {
    if (isWaiting || !isLost()) return;
    isWaiting = true;
    setTimeout(restore, pauseMs);
  });
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ["disabled"],
  });
}

const isLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/** An open dialog keeps and returns the focus itself. */
const isInDialog = (): boolean => document.querySelector("[aria-modal=true]") !== null;

/**
 * The other controls, the best successor first: later controls of the same list or form, then
 * earlier controls of the same list or form, then controls outside the list or form.
 */
function successorsOf(element: HTMLElement, content: HTMLElement): HTMLElement[] {
  const group = element.closest("tbody, ul, form") ?? element;
  const others = [...content.querySelectorAll<HTMLElement>(controls)].filter(
    (each) => each !== element,
  );
  const follows = (each: HTMLElement) =>
    (element.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const nearest = [...others.filter(follows), ...others.filter((each) => !follows(each)).reverse()];
  return [
    ...nearest.filter((each) => group.contains(each)),
    ...nearest.filter((each) => !group.contains(each)),
  ];
}

function isUsable(element: HTMLElement): boolean {
  return (
    element.isConnected && !element.matches(":disabled") && element.getClientRects().length > 0
  );
}
