// Cancels the order of a customer who returns from the provider's cancel link, then opens the next
// page.
const redirectDelayMs = 1500;
const page = document.querySelector("[data-cancel-order]") as HTMLElement;
const { cancelOrder, next = "/", doneTitle = "" } = page.dataset;

async function cancel(): Promise<void> {
  const answer = await askForIt();
  // The browser is offline, so the page shows a button that sends the request again.
  if (answer === null) {
    page.dataset.state = "unreachable";
    for (const part of page.querySelectorAll<HTMLElement>("[data-when-unreachable]")) {
      part.hidden = false;
    }
    return;
  }
  if (!answer.ok) throw new Error("Payment update failed.");
  page.dataset.state = "cancelled";
  document.title = doneTitle;
  // `replace`, so that Back does not return to this page.
  setTimeout(() => location.replace(next), redirectDelayMs);
}

/** Returns null if there was no answer. */
function askForIt(): Promise<Response | null> {
  return fetch(`/api/order-cancelled/${cancelOrder}`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ paymentStatus: "Cancelled" }),
  }).catch(() => null);
}

cancel().catch((error: Error) => {
  console.error(error.message);
  // Without the token, this page shows the order's state and, if possible, a button to cancel.
  location.replace(location.pathname);
});
