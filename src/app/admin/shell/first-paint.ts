/** Maximum wait, because a background tab paints nothing. */
const longestWaitMs = 100;

/**
 * Client middleware: waits until the click is painted before fetching. A very fast response would
 * otherwise be rendered before the click is visible.
 */
export async function waitForPaint<Answer>(
  _: unknown,
  next: () => Promise<Answer>,
): Promise<Answer> {
  await nextPaint();
  return next();
}

function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    // Animation frame callbacks run before the paint, and timers after it.
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, longestWaitMs);
  });
}
