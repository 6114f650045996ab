import type { ReactNode } from "react";

type ButtonVariant = "primary" | "secondary" | "quiet" | "stop";

interface ButtonProps {
  children: ReactNode;
  variant?: ButtonVariant;
  type?: "submit" | "button" | "reset";
  name?: string;
  value?: string;
  disabled?: boolean;
  form?: string;
  /** Name for screen readers, when several buttons on a page have the same text. */
  label?: string;
}

export function Button({
  children,
  variant = "primary",
  type = "submit",
  label,
  ...rest
}: ButtonProps) {
  return (
    <button className={`button button--${variant}`} type={type} aria-label={label} {...rest}>
      {children}
    </button>
  );
}

interface ButtonLinkProps {
  href: string;
  children: ReactNode;
  variant?: ButtonVariant;
  /** Name for screen readers, when several links on a page have the same text. */
  label?: string;
}

export function ButtonLink({ href, children, variant = "primary", label }: ButtonLinkProps) {
  return (
    <a className={`button button--${variant}`} href={href} aria-label={label}>
      {children}
    </a>
  );
}
