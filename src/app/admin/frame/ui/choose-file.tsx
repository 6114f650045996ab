import { FileButton, type FileButtonProps } from "@mantine/core";
import { useRef } from "react";

/**
 * A button that opens the file dialog. Forgets each chosen file, or else the browser would not
 * report that the same file is chosen again, such as after a refusal.
 */
export function ChooseFile<Multiple extends boolean = false>({
  onChange,
  ...props
}: FileButtonProps<Multiple>) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton<Multiple>
      {...props}
      resetRef={reset}
      onChange={(chosen) => {
        onChange(chosen);
        reset.current?.();
      }}
    />
  );
}
