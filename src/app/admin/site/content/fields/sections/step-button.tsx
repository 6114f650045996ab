import { ActionIcon } from "@mantine/core";
import type { ReactNode } from "react";

interface StepButtonProps {
  label: string;
  title?: string;
  /** Name by which the focus finds the button again after the change. */
  action?: string;
  isDisabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** A button for a step that can end, such as Undo or "Move up". It keeps the focus at the end. */
export function StepButton({
  label,
  title,
  action,
  isDisabled,
  onClick,
  children,
}: StepButtonProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      data-action={action}
      aria-disabled={isDisabled}
      data-disabled={isDisabled || undefined}
      onClick={onClick}
      aria-label={label}
      title={title}
    >
      {children}
    </ActionIcon>
  );
}
