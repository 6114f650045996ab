import type { ReactNode } from "react";
import { Icon } from "./drawings/icon.tsx";

interface NoticeProps {
  tone: "success" | "error" | "info";
  children: ReactNode;
  /** An error stands beside fields that say what is wrong: the page begins at the first of those. */
  besideFields?: boolean;
}

/** A sentence that everybody hears of: a page that was loaded with an error begins at it. */
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
