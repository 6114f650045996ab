/** The states between which Undo and Redo move. */
export interface Steps<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** Changes with one topic that follow each other, such as typing in one field, are one step. */
  readonly topic: string | null;
}

const mostSteps = 200;

export function stepsFrom<State>(present: State): Steps<State> {
  return { past: [], present, future: [], topic: null };
}

export function stepTo<State>(
  steps: Steps<State>,
  next: State,
  topic: string | null = null,
): Steps<State> {
  if (next === steps.present) return steps;
  const continues = topic !== null && topic === steps.topic;
  const past = continues ? steps.past : [...steps.past, steps.present].slice(-mostSteps);
  return { past, present: next, future: [], topic };
}

/** Returns `steps` itself when there is nothing to undo. */
export function undone<State>(steps: Steps<State>): Steps<State> {
  const { past, present, future } = steps;
  const before = past.at(-1);
  if (before === undefined) return steps;
  return { past: past.slice(0, -1), present: before, future: [present, ...future], topic: null };
}

/** Returns `steps` itself when there is nothing to redo. */
export function redone<State>(steps: Steps<State>): Steps<State> {
  const { past, present, future } = steps;
  const [next, ...later] = future;
  if (next === undefined) return steps;
  return { past: [...past, present], present: next, future: later, topic: null };
}
