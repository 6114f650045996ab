// Asks a worker how easy the typed password is to guess, and shows the worker's sentence. The
// worker loads half a megabyte of dictionaries, so it starts with the first typed character, and
// never in a browser that saves data.
const pauseMs = 300;
const state = document.querySelector("[data-strength-of]");
const field = document.getElementById(state.dataset.strengthOf);
let worker;
let timer;
let newest = 0;

function show(sentence, score) {
  if (state.textContent !== sentence) state.textContent = sentence;
  state.dataset.score = score;
}

/** Words that somebody who knows the person would try first. */
function personalWords() {
  const others = field.form.querySelectorAll("input[type=email], input[type=text]");
  return [...others].flatMap(({ value }) => value.split(/[^\p{L}\p{N}]+/u));
}

function startWorker() {
  const started = new Worker(state.dataset.worker);
  started.onmessage = ({ data }) => {
    if (data.number === newest && field.value !== "") show(data.sentence, data.score);
  };
  return started;
}

function ask() {
  worker ??= startWorker();
  newest += 1;
  worker.postMessage({ number: newest, password: field.value, words: personalWords() });
}

if (!navigator.connection?.saveData) {
  field.addEventListener("input", () => {
    clearTimeout(timer);
    // The form of an order has one field for the password of a new and of an existing account.
    if (field.value !== "" && field.autocomplete === "new-password")
      timer = setTimeout(ask, pauseMs);
    else show("", "");
  });
}
