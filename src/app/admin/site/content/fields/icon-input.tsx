import { ActionIcon, Group, SimpleGrid, Stack, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { ContentIcon } from "#app/ui/drawings/icon.tsx";
import { iconNames } from "#content/model/icon-names.ts";
import type { FieldInputProps } from "./field-input.tsx";
import classes from "./icon-input.module.css";

export function IconInput({ name, field, value, error, onChange }: FieldInputProps) {
  const [opened, { toggle, close }] = useDisclosure(false);
  return (
    <Stack gap="xs">
      <Group align="end" wrap="nowrap" gap="xs">
        <TextInput
          name={name}
          label={field.label}
          description={
            field.help ??
            "Press the button beside this field to choose an icon, or enter the web address of a picture."
          }
          value={value}
          error={error}
          withAsterisk={!field.optional}
          onChange={(event) => onChange(event.currentTarget.value)}
          flex={1}
        />
        <ActionIcon
          variant="default"
          size={36}
          onClick={toggle}
          aria-label={`Pick an icon for ${field.label}`}
          aria-expanded={opened}
          className={classes.icon}
        >
          <ContentIcon value={value === "" ? "sprout" : value} />
        </ActionIcon>
      </Group>
      {opened && (
        <SimpleGrid cols={6} spacing={4} maw={280}>
          {iconNames.map((icon) => (
            <ActionIcon
              key={icon}
              variant={icon === value ? "filled" : "subtle"}
              size={40}
              aria-label={icon}
              title={icon}
              className={classes.icon}
              onClick={() => {
                onChange(icon);
                close();
              }}
            >
              <ContentIcon value={icon} />
            </ActionIcon>
          ))}
        </SimpleGrid>
      )}
    </Stack>
  );
}
