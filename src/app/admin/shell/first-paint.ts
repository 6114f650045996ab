/** Maximum wait, because a background tab never paints. */
const longestWaitMs = 100;

/**
 * Client middleware: waits until the click is painted before it sends the request. A very fast
 * response would otherwise replace the screen before the admin sees that the click had an effect.
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
