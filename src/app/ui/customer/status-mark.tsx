import type { ReactNode } from "react";

interface StatusMarkProps {
  tone: "good" | "waiting" | "stopped" | "neutral";
  children: ReactNode;
}

/** A status with a mark whose shape shows the tone without colour. */
export function StatusMark({ tone, children }: StatusMarkProps) {
  return (
    <span className={`status-mark status-mark--${tone}`}>
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d={marks[tone]} />
      </svg>
      {children}
    </span>
  );
}

const marks = {
  good: "M2 6.5 5 9.5 10.5 2.5",
  waiting: "M6 1.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9ZM6 3.8V6.2l1.7 1",
  stopped: "M2.5 2.5l7 7m0-7-7 7",
  neutral: "M2 6h8",
};
