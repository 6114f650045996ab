import type { Page } from "@playwright/test";

/**
 * Listens for console errors, which include violations of the Content-Security-Policy, and for
 * uncaught errors of a page and its frames. Returns a function that returns the errors since its
 * last call. Leaves out the browser's line about a refused page or form, because the page itself
 * shows the refusal.
 */
export function collectErrors(page: Page): () => string[] {
  const refused = new Set<string>();
  const errors: { readonly text: string; readonly url: string }[] = [];
  page.on("response", (response) => {
    const isRefused = response.status() >= 400 && response.status() < 500;
    const type = response.request().resourceType();
    if (isRefused && ["document", "fetch"].includes(type)) refused.add(response.url());
  });
  page.on("console", (message) => {
    if (message.type() !== "error") return;
    errors.push({ text: message.text(), url: message.location().url });
  });
  page.on("pageerror", (error) => errors.push({ text: error.message, url: "" }));
  return () =>
    errors
      .splice(0)
      .filter(({ text, url }) => !(text.startsWith("Failed to load") && refused.has(url)))
      .map(({ text, url }) => `${text} ${url}`);
}
