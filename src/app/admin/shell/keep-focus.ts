const controls = "a[href], button, input, select, textarea, summary, tr[tabindex], [tabindex='0']";

/** Libraries return the focus within 10 ms after their window is closed. */
const pauseMs = 40;

/**
 * Keeps the focus of an admin who works by keyboard. A browser drops the focus when the focused control
 * is removed or disabled, and the next Tab then begins at the top of the page. Here the focus goes to
 * the control that takes its place, and on a new screen to the content. An element with `data-next`
 * names the id of what follows once it is removed.
 */
export function keepFocus(): void {
  let byKeyboard = false;
  let last: HTMLElement | null = null;
  /** The control of the content that had the focus last, and those that take its place. */
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
    // A button that sends its form is disabled until the response comes.
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
    // From a toast or the window of a button, the focus returns to where it was before.
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

/** A dialog returns the focus itself. */
const isInDialog = (): boolean => document.querySelector("[aria-modal=true]") !== null;

/** The controls after it in its list or form, those before it there, and then those of the screen. */
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
