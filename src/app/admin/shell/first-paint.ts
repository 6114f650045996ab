/** As long as this nothing is waited for: a tab behind others paints nothing. */
const longestWaitMs = 100;

/**
 * Middleware of the browser: lets a click show before what it asks for is fetched. An answer that is
 * as quick as the next picture would otherwise be worked in before anything was to be seen.
 */
export async function paintFirst<Answer>(_: unknown, next: () => Promise<Answer>): Promise<Answer> {
  await nextPaint();
  return next();
}

function nextPaint(): Promise<void> {
  return new Promise((resolve) => {
    // What a frame asks for is done before it is painted, and a task after it.
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, longestWaitMs);
  });
}
