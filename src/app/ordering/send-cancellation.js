// The customer has cancelled at the provider and is back: says so to the shop, then goes on.
const redirectDelayMs = 1500;
const page = document.querySelector("[data-cancel-order]");
const { cancelOrder, next } = page.dataset;

async function cancel() {
  const answer = await fetch(`/api/order-cancelled/${cancelOrder}`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ paymentStatus: "Cancelled" }),
  });
  if (!answer.ok) throw new Error("Payment update failed.");
  page.dataset.state = "cancelled";
  setTimeout(() => location.assign(next), redirectDelayMs);
}

cancel().catch((error) => {
  console.error(error.message);
  // Without the token the page shows the order's state, and a button where that is of use.
  location.replace(location.pathname);
});
