// Polls the progress of the payment and reloads the page when it changes. Polls each second at
// first, every five seconds after half a minute, and not at all after ten minutes, because the
// customer gets an email about the payment.
const lateAfterMs = 30_000;
const givenUpAfterMs = 10 * 60_000;
const startedAt = Date.now();
const leavingMs = 5000;
let leftAt = Number.NEGATIVE_INFINITY;
const watched = document.querySelector("[data-watch-order]") as HTMLElement;
const { watchOrder, watchPage, paymentStatus, progress, timesPaid } = watched.dataset;

async function look(): Promise<void> {
  try {
    const answer = await fetch(watchPage ?? `/api/order/${watchOrder}/payment-progress`);
    // The session has ended, so no further request would succeed.
    if (answer.status === 401) {
      showOnly("[data-when-signed-out]");
      return;
    }
    if (answer.ok) {
      const now = watchPage === undefined ? await answer.json() : watchedIn(await answer.text());
      const isNews =
        now.paymentStatus !== paymentStatus ||
        now.progress !== progress ||
        String(now.timesPaid) !== timesPaid;
      // A reload would interrupt the navigation of a visitor who is leaving the page.
      if (isNews && Date.now() - leftAt > leavingMs) {
        location.reload();
        return;
      }
    }
  } catch {
    // A failed request may be a short interruption of the network.
  }
  const waitedMs = Date.now() - startedAt;
  if (waitedMs >= lateAfterMs) showOnly("[data-when-late]");
  if (waitedMs < givenUpAfterMs) setTimeout(look, waitedMs < lateAfterMs ? 1000 : 5000);
}

/** What another answer of this page watches; nothing once the payment is known. */
function watchedIn(page: string): DOMStringMap {
  const found = new DOMParser().parseFromString(page, "text/html");
  return found.querySelector<HTMLElement>("[data-watch-order]")?.dataset ?? {};
}

/** Shows the message at the selector and hides the messages about waiting. */
function showOnly(said: string): void {
  if (watched.querySelector(said) === null) return;
  for (const news of watched.querySelectorAll<HTMLElement>("[data-until-late], [data-when-late]")) {
    news.hidden = true;
  }
  for (const news of watched.querySelectorAll<HTMLElement>(said)) news.hidden = false;
}

addEventListener("beforeunload", () => {
  leftAt = Date.now();
});
setTimeout(look, 1000);
