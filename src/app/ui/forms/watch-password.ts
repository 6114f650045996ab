// Asks a worker how easy the typed password is to guess, and shows the worker's sentence. The
// worker loads half a megabyte of dictionaries, so it starts with the first typed character, and
// never in a browser that saves data.
const pauseMs = 300;
const state = document.querySelector("[data-strength-of]") as HTMLElement;
const field = document.getElementById(state.dataset.strengthOf ?? "") as HTMLInputElement;
let worker: Worker | undefined;
let timer: number | undefined;
let newest = 0;

function show(sentence: string, score: string): void {
  if (state.textContent !== sentence) state.textContent = sentence;
  state.dataset.score = score;
}

/** Words that somebody who knows the person would try first. */
function personalWords(): string[] {
  const others = field.form?.querySelectorAll<HTMLInputElement>(
    "input[type=email], input[type=text]",
  );
  return [...(others ?? [])].flatMap(({ value }) => value.split(/[^\p{L}\p{N}]+/u));
}

function startWorker(): Worker {
  const started = new Worker(state.dataset.worker ?? "");
  started.onmessage = ({ data }) => {
    if (data.number === newest && field.value !== "") show(data.sentence, String(data.score));
  };
  return started;
}

function ask(): void {
  worker ??= startWorker();
  newest += 1;
  worker.postMessage({ number: newest, password: field.value, words: personalWords() });
}

/** Not in the DOM types, because only some browsers have it. */
interface NavigatorWithConnection extends Navigator {
  readonly connection?: { readonly saveData: boolean };
}

if (!(navigator as NavigatorWithConnection).connection?.saveData) {
  field.addEventListener("input", () => {
    clearTimeout(timer);
    // The form of an order has one field for the password of a new and of an existing account.
    if (field.value !== "" && field.autocomplete === "new-password")
      timer = window.setTimeout(ask, pauseMs);
    else show("", "");
  });
}
