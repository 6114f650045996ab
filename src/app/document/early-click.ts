/**
 * Inline script that keeps the last button pressed before React had hydrated the page, and presses
 * the button again after that. Without the script, such a click has no effect. Links and forms with
 * a method work without React, so the script ignores them.
 */
export const keepEarlyClick = `{
  const page = document.documentElement;
  let pressed = null;
  const keep = (event) => {
    const button = event.target.closest("button");
    if (!button || (button.type === "submit" && button.form?.hasAttribute("method"))) return;
    event.preventDefault();
    pressed = button;
  };
  addEventListener("click", keep, true);
  new MutationObserver((_, observer) => {
    if (!page.dataset.hydrated) return;
    observer.disconnect();
    removeEventListener("click", keep, true);
    if (pressed?.isConnected) pressed.click();
  }).observe(page, { attributes: true, attributeFilter: ["data-hydrated"] });
}`;
