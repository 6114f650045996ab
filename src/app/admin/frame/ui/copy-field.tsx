import { Button, CopyButton, Group, TextInput } from "@mantine/core";

interface CopyFieldProps {
  label: string;
  value: string;
}

/** A text that is copied with one press, and can be selected where a browser refuses to copy. */
export function CopyField({ label, value }: CopyFieldProps) {
  return (
    <Group gap="sm" align="end" wrap="wrap">
      <TextInput
        label={label}
        value={value}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        style={{ flex: "1 1 16rem" }}
      />
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Button onClick={copy} variant="default">
            {copied ? "Copied" : "Copy"}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
