import type { ReactNode } from "react";
import { useSheet } from "../ui/styles/style-sheets.ts";
import accountSheet from "./account.css?sheet";

interface AccountLineProps {
  title: string;
  action: ReactNode;
  children: ReactNode;
}

export function AccountLine({ title, action, children }: AccountLineProps) {
  useSheet(accountSheet);
  return (
    <section className="account-line">
      <h2>{title}</h2>
      <div className="account-line__words">{children}</div>
      {action}
    </section>
  );
}
