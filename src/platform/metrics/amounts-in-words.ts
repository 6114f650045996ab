const sizes = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** A size such as "1.4 GB". Units are decimal: 1 kB is 1000 bytes. */
export function formatBytes(bytes: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), sizes.length - 1);
  const amount = bytes / 1000 ** step;
  const shown = amount < 10 && step > 0 ? amount.toFixed(1) : Math.round(amount).toString();
  return `${shown} ${sizes[step]}`;
}

const spans = [
  { ms: 24 * 60 * 60 * 1000, word: "day" },
  { ms: 60 * 60 * 1000, word: "hour" },
  { ms: 60 * 1000, word: "minute" },
] as const;

/**
 * A duration such as "3 hours", in the largest unit that gives a number of at least two: 100
 * minutes are "100 minutes", not "1 hour". Below two minutes, "less than 2 minutes".
 */
export function formatDuration(ms: number): string {
  const span = spans.find((one) => ms >= 2 * one.ms);
  if (span === undefined) return "less than 2 minutes";
  return `${Math.floor(ms / span.ms)} ${span.word}s`;
}
