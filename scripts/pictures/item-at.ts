/** Reads a ring of items: an index past the end runs on from the beginning. Throws on an empty ring. */
export function itemAt<Item>(items: ArrayLike<Item>, index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError(`No item ${index} among ${items.length}`);
  return item;
}
