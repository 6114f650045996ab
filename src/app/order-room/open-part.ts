// Opens the parts of an order's room without a jump of the page, and marks the link of the open
// part. Without this script, CSS opens the part that the fragment of the URL names.
const parts = document.querySelector<HTMLElement>("[data-parts]");
const byDefault = parts?.querySelector<HTMLElement>("[data-part][data-open]") ?? null;

function partOf(fragment: string): HTMLElement | null {
  const target = document.getElementById(fragment.slice(1));
  return target?.closest<HTMLElement>("[data-part]") ?? null;
}

function open(part: HTMLElement): void {
  for (const each of document.querySelectorAll<HTMLElement>("[data-part]")) {
    each.toggleAttribute("data-open", each === part);
  }
  for (const link of document.querySelectorAll("[data-parts] > nav a")) {
    if (link.getAttribute("href") === `#${part.dataset.part}`) {
      link.setAttribute("aria-current", "true");
    } else link.removeAttribute("aria-current");
  }
}

/** Opens the part of the URL's fragment, and shows the element that the fragment names. */
function follow(): void {
  const part = location.hash === "" ? byDefault : partOf(location.hash);
  if (part === null) return;
  const isOpen = part.hasAttribute("data-open");
  open(part);
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLTextAreaElement) target.focus();
  else if (!isOpen) target?.scrollIntoView();
}

for (const link of document.querySelectorAll<HTMLAnchorElement>("[data-parts] > nav a")) {
  link.addEventListener("click", (event) => {
    const part = partOf(link.hash);
    if (part === null || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (location.hash !== link.hash) history.pushState(null, "", link.hash);
    open(part);
  });
}
addEventListener("hashchange", follow);
addEventListener("popstate", follow);
if (parts !== null) {
  parts.dataset.parts = "scripted";
  follow();
}
