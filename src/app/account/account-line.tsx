import type { ReactNode } from "react";

interface AccountLineProps {
  title: string;
  action: ReactNode;
  children: ReactNode;
}

export function AccountLine({ title, action, children }: AccountLineProps) {
  return (
    <section className="account-line">
      <h2>{title}</h2>
      <div className="account-line__words">{children}</div>
      {action}
    </section>
  );
}
