import { Button, Paper, Text, Title } from "@mantine/core";
import { Link } from "react-router";
import sunflower from "#app/ui/drawings/sunflower.svg?url";
import { IconAlertTriangle } from "#app/ui/icons/icon-alert-triangle.ts";
import { IconCash } from "#app/ui/icons/icon-cash.ts";
import { IconChevronRight } from "#app/ui/icons/icon-chevron-right.ts";
import { IconMail } from "#app/ui/icons/icon-mail.ts";
import { IconMailX } from "#app/ui/icons/icon-mail-x.ts";
import { IconPencil } from "#app/ui/icons/icon-pencil.ts";
import { IconReceipt2 } from "#app/ui/icons/icon-receipt2.ts";
import classes from "./today.module.css";
import type { TodayTask } from "./today.server.ts";

const icons = {
  payment: IconCash,
  order: IconReceipt2,
  message: IconMail,
  mail: IconMailX,
  draft: IconPencil,
  installation: IconAlertTriangle,
};

export function Today({ tasks }: { tasks: readonly TodayTask[] }) {
  return (
    <section aria-labelledby="today">
      <Title order={2} id="today" mb="sm">
        To do
      </Title>
      {tasks.length === 0 ? (
        <NothingToDo />
      ) : (
        <Paper withBorder p={0}>
          <ul className={classes.tasks}>
            {tasks.map((task) => (
              <Task key={task.id} task={task} />
            ))}
          </ul>
        </Paper>
      )}
    </section>
  );
}

function Task({ task: { kind, title, detail, path, action } }: { task: TodayTask }) {
  const Icon = icons[kind];
  return (
    <li className={classes.task}>
      <span className={classes.icon} data-kind={kind}>
        <Icon size={20} stroke={1.6} aria-hidden />
      </span>
      <div className={classes.words}>
        <Text fw={600}>{title}</Text>
        <Text size="sm" c="dimmed">
          {detail}
        </Text>
      </div>
      <Button
        component={Link}
        to={path}
        variant="default"
        size="sm"
        className={classes.action}
        aria-label={`${action}: ${title}`}
      >
        <span className={classes.verb}>{action}</span>
        <IconChevronRight size={20} stroke={1.6} className={classes.arrow} aria-hidden />
      </Button>
    </li>
  );
}

function NothingToDo() {
  return (
    <Paper withBorder p="md" className={classes.nothing}>
      <img src={sunflower} alt="" width={88} height={88} />
      <div>
        <Text fw={600}>Nothing to do</Text>
        <Text size="sm" c="dimmed">
          New messages, paid orders and payments that need review appear here.
        </Text>
      </div>
    </Paper>
  );
}
