// Saves each answer shortly after it was typed, and shows the questions whose condition is met. An
// answer is saved with the version that this page has seen. If another page has changed the answer,
// this page says so and leaves the decision to the customer, who can press the button.
const pauseMs = 800;
const retryMs = 10_000;
const form = document.querySelector("[data-save-brief]") as HTMLFormElement;
const state = form.querySelector("[data-saved]") as Element;
/** Ids of questions, also in all other sets and lists of ids. */
const changed = new Set<string>();
const changedElsewhere = new Set<string>();
let timer: number | undefined;
let saving: Promise<void> | null = null;

/** The brief as the server returns it. */
interface Brief {
  readonly questions: readonly { readonly _id: string; readonly version: string }[];
}

/** The server's refusal. */
interface Problem {
  readonly detail: string;
  readonly errors?: readonly { readonly path: string; readonly message: string }[];
}

const versionField = (id: string) =>
  form.querySelector(`[name="versions.${id}"]`) as HTMLInputElement;

function answerOf(id: string): string {
  const single = form.elements.namedItem(`answers.${id}`);
  if (single !== null) return (single as HTMLInputElement | RadioNodeList).value;
  const ticked = form.querySelectorAll<HTMLInputElement>(`[name^="answers.${id}."]:checked`);
  return [...ticked].map(({ value }) => value).join("\n");
}

/** Replaces the error message of a question, including the message that the server rendered. */
function showError(id: string, message = ""): void {
  const question = form.querySelector(`[data-question="${id}"]`);
  question?.querySelector('[id$="-error"]')?.remove();
  const error = question?.querySelector<HTMLElement>("[data-error]");
  if (!error) return;
  error.textContent = message;
  error.hidden = message === "";
}

function showQuestions(): void {
  for (const question of form.querySelectorAll<HTMLElement>("[data-show-if]")) {
    const { showIf = "", showAnswer = "" } = question.dataset;
    const earlier = form.querySelector<HTMLElement>(`[data-question="${showIf}"]`);
    const isMet =
      earlier?.dataset.needless === undefined && answerOf(showIf).split("\n").includes(showAnswer);
    question.toggleAttribute("data-needless", !isMet);
  }
}

/** Takes over the versions of the stored answers. */
function noteVersions(brief: Brief, ids: readonly string[]): void {
  for (const { _id, version } of brief.questions) {
    if (ids.includes(_id)) versionField(_id).value = version;
  }
}

/** Returns a sentence if not every answer was saved. */
async function send(ids: readonly string[]): Promise<string | null> {
  const answers = Object.fromEntries(ids.map((id) => [id, answerOf(id)]));
  const seen = Object.fromEntries(ids.map((id) => [id, versionField(id).value]));
  const { saveBrief: address = "" } = form.dataset;
  const answer = await fetch(address, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ answers, versions: seen }),
  });
  const problem: Problem | null = answer.ok ? null : await answer.json();
  if (problem !== null && answer.status !== 400) return problem.detail;
  const brief: Brief = problem === null ? await answer.json() : await (await fetch(address)).json();
  const messages = new Map(
    (problem?.errors ?? []).map(({ path, message }) => [path.replace("answers.", ""), message]),
  );
  for (const id of ids) {
    showError(id, messages.get(id));
    const version = brief.questions.find(({ _id }) => _id === id)?.version;
    if (messages.has(id) && version !== seen[id]) changedElsewhere.add(id);
  }
  noteVersions(brief, ids);
  return messages.size === 0 ? null : "One answer is not saved yet.";
}

async function save(): Promise<void> {
  const ids = [...changed].filter((id) => !changedElsewhere.has(id));
  if (saving !== null || ids.length === 0) return;
  changed.clear();
  state.textContent = "Saving…";
  saving = send(ids)
    .then((trouble) => {
      state.textContent = trouble ?? "All answers are saved.";
    })
    .catch(() => {
      for (const id of ids) changed.add(id);
      state.textContent = "Not saved yet. Trying again in a few seconds.";
      later(retryMs);
    });
  await saving;
  saving = null;
  if (changed.size > 0) later(pauseMs);
}

function later(waitMs: number): void {
  clearTimeout(timer);
  timer = window.setTimeout(save, waitMs);
}

form.addEventListener("input", ({ target }) => {
  const question = (target as Element).closest<HTMLElement>("[data-question]");
  // Only a button saves files and passwords, so that no half-typed password is stored.
  if (question === null || "byButton" in question.dataset) return;
  const { question: id = "" } = question.dataset;
  showQuestions();
  changed.add(id);
  later(pauseMs);
});

// Waits for a running save. Otherwise the form would send old versions, like an edit of another
// page.
form.addEventListener("submit", async (event) => {
  clearTimeout(timer);
  if (saving === null) return;
  event.preventDefault();
  await saving;
  form.requestSubmit(event.submitter);
});

document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "hidden") save();
});
showQuestions();
