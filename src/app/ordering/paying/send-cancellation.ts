// Cancels the order of a customer who returns from the provider's cancel link, then opens the next
// page.
const redirectDelayMs = 1500;
const page = document.querySelector("[data-cancel-order]") as HTMLElement;
const { cancelOrder, next = "/", doneTitle = "" } = page.dataset;

async function cancel(): Promise<void> {
  const answer = await askForIt();
  if (answer === null) return keepOpen("unreachable");
  if (!answer.ok) {
    console.error("Payment update failed.");
    // Without the token, this page says why such an order stays as it is: it is paid, for example.
    if (answer.status < 429) return location.replace(location.pathname);
    return keepOpen("failed");
  }
  page.dataset.state = "cancelled";
  document.title = doneTitle;
  // `replace`, so that Back does not return to this page.
  setTimeout(() => location.replace(next), redirectDelayMs);
}

/** Says why the order is still open, above a button that sends the request again. */
function keepOpen(reason: "unreachable" | "failed"): void {
  page.dataset.state = reason;
  const parts = `[data-when-open], [data-because="${reason}"]`;
  for (const part of page.querySelectorAll<HTMLElement>(parts)) part.hidden = false;
}

/** Returns null if there was no answer. */
function askForIt(): Promise<Response | null> {
  return fetch(`/api/order-cancelled/${cancelOrder}`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ paymentStatus: "Cancelled" }),
  }).catch(() => null);
}

cancel().catch(() => {
  console.error("An error occurred");
  keepOpen("failed");
});
