import { useEffect } from "react";
import { useRevalidator } from "react-router";

const newsIntervalMs = 2000;

/** Reloads the page data while an answer is expected, such as a provider's answer to a refund. */
export function useNewsSoon(isExpected: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isExpected) return;
    const timer = setInterval(() => void revalidate(), newsIntervalMs);
    return () => clearInterval(timer);
  }, [isExpected, revalidate]);
}
