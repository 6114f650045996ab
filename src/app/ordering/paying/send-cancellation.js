// The customer cancelled at the provider and has returned: cancels the order, then opens the next
// page.
const redirectDelayMs = 1500;
const page = document.querySelector("[data-cancel-order]");
const { cancelOrder, next, doneTitle } = page.dataset;

async function cancel() {
  const answer = await askForIt();
  // The request may not have arrived, so the page stays and offers a button that sends the request
  // again.
  if (answer === null) {
    page.dataset.state = "unreachable";
    page.querySelector("[data-when-unreachable]").hidden = false;
    return;
  }
  if (!answer.ok) throw new Error("Payment update failed.");
  page.dataset.state = "cancelled";
  document.title = doneTitle;
  // `replace`, so that Back does not return to this page.
  setTimeout(() => location.replace(next), redirectDelayMs);
}

function askForIt() {
  return fetch(`/api/order-cancelled/${cancelOrder}`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ paymentStatus: "Cancelled" }),
  }).catch(() => null);
}

cancel().catch((error) => {
  console.error(error.message);
  // The URL without the token shows the order's state, with a button if the order can still be
  // cancelled.
  location.replace(location.pathname);
});
