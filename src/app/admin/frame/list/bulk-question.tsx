import { Button, Group, Modal, Stack, Text } from "@mantine/core";

export interface Question {
  readonly title: string;
  /** What the action does. Without a text, the action is done without a question. */
  readonly text: string;
  /** Label of the button that does it. */
  readonly confirm: string;
}

interface BulkQuestionProps {
  question: Question;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

export default function BulkQuestion({ question, isOpen, onClose, onConfirm }: BulkQuestionProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={question.title} lockScroll={false}>
      <Stack gap="md">
        <Text size="sm">{question.text}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Not now
          </Button>
          <Button
            data-autofocus
            onClick={() => {
              onClose();
              if (isOpen) onConfirm();
            }}
          >
            {question.confirm}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
