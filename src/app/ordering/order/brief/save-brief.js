// Saves each answer shortly after it was typed, and shows the questions whose condition is met. An
// answer is saved with the version that this page has seen. If another page has changed the answer,
// this page says so and leaves the decision to the customer, who can press the button.
const pauseMs = 800;
const retryMs = 10_000;
const form = document.querySelector("[data-save-brief]");
const state = form.querySelector("[data-saved]");
const changed = new Set();
const changedElsewhere = new Set();
let timer;
let saving = null;

const versionField = (id) => form.querySelector(`[name="versions.${id}"]`);

function answerOf(id) {
  const single = form.elements[`answers.${id}`];
  if (single) return single.value;
  const ticked = form.querySelectorAll(`[name^="answers.${id}."]:checked`);
  return [...ticked].map(({ value }) => value).join("\n");
}

/** Replaces the error message of a question, including the message that the server rendered. */
function showError(id, message = "") {
  const question = form.querySelector(`[data-question="${id}"]`);
  question.querySelector('[id$="-error"]')?.remove();
  const error = question.querySelector("[data-error]");
  error.textContent = message;
  error.hidden = message === "";
}

function showQuestions() {
  for (const question of form.querySelectorAll("[data-show-if]")) {
    const { showIf, showAnswer } = question.dataset;
    const earlier = form.querySelector(`[data-question="${showIf}"]`);
    const isMet =
      !("needless" in earlier.dataset) && answerOf(showIf).split("\n").includes(showAnswer);
    question.toggleAttribute("data-needless", !isMet);
  }
}

/** Takes over the versions of the stored answers. */
function noteVersions(brief, ids) {
  for (const { _id, version } of brief.questions) {
    if (ids.includes(_id)) versionField(_id).value = version;
  }
}

async function send(ids) {
  const answers = Object.fromEntries(ids.map((id) => [id, answerOf(id)]));
  const seen = Object.fromEntries(ids.map((id) => [id, versionField(id).value]));
  const address = form.dataset.saveBrief;
  const answer = await fetch(address, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ answers, versions: seen }),
  });
  const problem = answer.ok ? null : await answer.json();
  if (problem !== null && answer.status !== 400) return problem.detail;
  const brief = problem === null ? await answer.json() : await (await fetch(address)).json();
  const messages = new Map(
    (problem?.errors ?? []).map(({ path, message }) => [path.replace("answers.", ""), message]),
  );
  for (const id of ids) {
    showError(id, messages.get(id));
    const { version } = brief.questions.find(({ _id }) => _id === id);
    if (messages.has(id) && version !== seen[id]) changedElsewhere.add(id);
  }
  noteVersions(brief, ids);
  return messages.size === 0 ? null : "One answer is not saved yet.";
}

async function save() {
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

function later(waitMs) {
  clearTimeout(timer);
  timer = setTimeout(save, waitMs);
}

form.addEventListener("input", ({ target }) => {
  const question = target.closest("[data-question]");
  // Only a button saves files and passwords, so that no half-typed password is stored.
  if (question === null || "byButton" in question.dataset) return;
  const id = question.dataset.question;
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
