import type { Locator } from "@playwright/test";

/** Pastes HTML, or a picture in base64. */
export async function paste(
  editor: Locator,
  offered: { html?: string; picture?: string },
): Promise<void> {
  await editor.evaluate((element, { html, picture }) => {
    const clipboardData = new DataTransfer();
    if (html !== undefined) clipboardData.setData("text/html", html);
    if (picture !== undefined) {
      const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0));
      clipboardData.items.add(new File([bytes], "field.png", { type: "image/png" }));
    }
    element.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    );
  }, offered);
}
