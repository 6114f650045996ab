import { Input } from "@mantine/core";
import { useId } from "react";
import classes from "./order-files.module.css";

interface FilesInputProps {
  name: string;
  label: string;
  description: string;
  multiple?: boolean;
  error?: string | undefined;
}

/** A native file field, which keeps its files when a form is refused and the page stays. */
export function FilesInput({ name, label, description, multiple, error }: FilesInputProps) {
  const id = useId();
  return (
    <Input.Wrapper id={id} label={label} description={description} error={error} size="md">
      <input
        id={id}
        className={classes.input}
        type="file"
        name={name}
        multiple={multiple}
        aria-describedby={`${id}-description${error ? ` ${id}-error` : ""}`}
        aria-invalid={error ? true : undefined}
      />
    </Input.Wrapper>
  );
}
