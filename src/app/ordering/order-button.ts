/** Label of the button that places an order, or goes on with one that is not paid. */
export function orderButton(
  price: string,
  { ways }: { readonly ways: readonly unknown[] },
  continues: boolean,
): string {
  if (ways.length === 0) return continues ? "Go on" : "Place the order";
  return `${continues ? "Go on" : "Order"} and pay ${price}`;
}
