// Asks each second whether the order's payment is known, and shows the page anew when it is.
const watched = document.querySelector("[data-watch-order]");
const seen = watched.dataset.paymentStatus;

async function look() {
  try {
    const answer = await fetch(`/api/order/${watched.dataset.watchOrder}`);
    if (answer.ok && (await answer.json()).paymentStatus !== seen) {
      location.reload();
      return;
    }
  } catch {
    // The connection is away for a moment; the next look may find it.
  }
  setTimeout(look, 1000);
}

setTimeout(look, 1000);
