/** The pages to name around the current one; a negative number stands for pages left out. */
export function pageNumbers(page: number, pageCount: number): number[] {
  const last = Math.max(1, pageCount);
  const near = Array.from({ length: last }, (_, index) => index + 1).filter(
    (each) => last <= 7 || each === 1 || each === last || Math.abs(each - page) <= 1,
  );
  return near.flatMap((each, index) => {
    const before = near[index - 1] ?? 0;
    return each - before > 1 ? [-each, each] : [each];
  });
}
