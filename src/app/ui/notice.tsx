import type { ReactNode } from "react";
import { Icon } from "./drawings/icon.tsx";

interface NoticeProps {
  tone: "success" | "error" | "info";
  children: ReactNode;
  /** True when fields have errors, too: the first of them gets the focus. */
  besideFields?: boolean;
}

/** A notice that screen readers announce; an error gets the focus on load. */
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
