/** Maximum wait, because a background tab never paints. */
const longestWaitMs = 100;

/**
 * Client middleware: sends a request only after the browser has painted the effect of the click. A
 * very fast response would otherwise replace the screen before the admin sees that the click had an
 * effect.
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
