import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";

interface NoticeProps {
  tone: "success" | "error" | "info";
  children: ReactNode;
}

export function Notice({ tone, children }: NoticeProps) {
  return (
    <div className={`notice notice--${tone}`} role={tone === "error" ? "alert" : "status"}>
      <Icon name={icons[tone]} />
      <div>{children}</div>
    </div>
  );
}

const icons = { success: "check", error: "alert", info: "info" } as const;
