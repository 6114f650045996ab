import type { ReactNode } from "react";
import { Icon } from "./drawings/icon.tsx";

interface NoticeProps {
  tone: "success" | "error" | "info";
  children: ReactNode;
  /** True when fields also have errors; the first of these fields then gets the focus. */
  besideFields?: boolean;
}

/** A notice that screen readers announce. An error gets the focus when the page loads. */
export function Notice({ tone, children, besideFields = false }: NoticeProps) {
  const isError = tone === "error";
  const focus = isError && !besideFields ? { tabIndex: -1, autoFocus: true } : {};
  return (
    <div className={`notice notice--${tone}`} role={isError ? "alert" : "status"} {...focus}>
      <Icon name={icons[tone]} />
      <div>{children}</div>
    </div>
  );
}

const icons = { success: "check", error: "alert", info: "info" } as const;

interface StatusMarkProps {
  tone: "good" | "waiting" | "stopped" | "neutral";
  children: ReactNode;
}

/** A status with an icon, so that the tone is visible without colour. */
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
