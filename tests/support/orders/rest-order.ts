/** Body of POST /api/new-order for an order of 149.00. */
export const restOrder = {
  packageName: "Basic",
  customerName: "Ada Field",
  customerAddress: "1 Long Acre",
  customerCountry: "Norway",
};

/** Body of POST /api/order/{id}/payments that pays `restOrder`. */
export const restPayment = () => ({
  amount: "149.00",
  date: new Date().toISOString().slice(0, 10),
  reference: "Transfer",
});
