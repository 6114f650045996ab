// Updates the open page of an order when the order changes. The server sends only a signal, and
// this script fetches the page and replaces the parts that differ. Pauses in a background tab.
const news = document.querySelector("[data-watch-changes]") as HTMLElement;
const { watchChanges: orderId } = news.dataset;
const { newMessage = "", newContent = "", busy = "", interrupted = "", ended = "" } = news.dataset;
let { state = "" } = news.dataset;
const newsMs = 10_000;
const retryMs = 30_000;
let source: EventSource | undefined;
let isLoading = false;
let isDue = false;
let isLeaving = false;
let failures = 0;
let retry: number | undefined;
let hiding: number | undefined;

function connect(): void {
  clearTimeout(retry);
  if (document.hidden || source !== undefined) return;
  source = new EventSource(`/api/order/${orderId}/changes?since=${encodeURIComponent(state)}`);
  source.addEventListener("changed", update);
  source.addEventListener("open", () => {
    failures = 0;
    if (news.textContent === interrupted) news.replaceChildren();
  });
  // The browser connects again by itself after an interruption, but not after a refusal.
  source.addEventListener("error", () => {
    failures += 1;
    if (source?.readyState === EventSource.CLOSED) connectLater();
    // The browser tries again after five seconds, so a single failure needs no sentence.
    else if (failures > 1) sayUntilChanged(interrupted);
  });
}

/** The next connection reports a change at once if the page still shows an earlier state. */
function connectLater(): void {
  disconnect();
  sayUntilChanged(interrupted);
  if (!isLeaving) retry = window.setTimeout(connect, retryMs);
}

function disconnect(): void {
  clearTimeout(retry);
  source?.close();
  source = undefined;
}

async function update(): Promise<void> {
  isDue = true;
  if (isLoading || isLeaving) return;
  isLoading = true;
  while (isDue) {
    isDue = false;
    try {
      const answer = await fetch(`${location.pathname}${location.search}`, {
        headers: { accept: "text/html" },
      });
      if (answer.status >= 500) throw new Error(`The server answered with ${answer.status}.`);
      // The session has ended, so the request was redirected to the login.
      if (!answer.ok || answer.redirected) {
        disconnect();
        sayUntilChanged(ended);
        break;
      }
      // A template, because the Content-Security-Policy reports the style element of a document.
      const template = document.createElement("template");
      template.innerHTML = await answer.text();
      show(template.content);
    } catch {
      // The network or the server may be interrupted for a short time.
      connectLater();
    }
  }
  isLoading = false;
}

function show(page: DocumentFragment): void {
  const before = lastMessage(document);
  state = page.querySelector<HTMLElement>("[data-watch-changes]")?.dataset.state ?? state;
  let isBusyPart = false;
  let isChanged = false;
  for (const part of document.querySelectorAll<HTMLElement>("[data-live-part]")) {
    const fresh = page.querySelector(`[data-live-part="${part.dataset.livePart}"]`);
    if (fresh === null || part.textContent === fresh.textContent) continue;
    if (isInUse(part)) {
      isBusyPart = !addMessages(part, fresh) || isBusyPart;
      continue;
    }
    part.replaceWith(document.adoptNode(fresh));
    isChanged = true;
  }
  const last = lastMessage(document);
  const isNew = last !== null && last.id !== before?.id && !isOwn(last);
  if (isNew) say(newMessage, `#${last.id}`);
  else if (isBusyPart) say(busy);
  else if (isChanged) say(newContent);
}

/** True for a part in which the customer types, reads something unfolded or has the focus. */
function isInUse(part: Element): boolean {
  if (part.contains(document.activeElement) || part.querySelector("details[open]")) return true;
  const fields = part.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    "input:not([type=hidden]), textarea",
  );
  return [...fields].some(
    (field) =>
      field.value !== field.defaultValue ||
      ("checked" in field && field.checked !== field.defaultChecked),
  );
}

/** Takes over new and edited messages beside a message that the customer is changing. */
function addMessages(part: Element, fresh: Element): boolean {
  const list = part.querySelector("ol");
  if (list === null) return false;
  let isAnyTaken = false;
  for (const message of fresh.querySelectorAll('li[id^="message-"]')) {
    const shown = document.getElementById(message.id);
    if (shown?.textContent === message.textContent || (shown && isInUse(shown))) continue;
    document.adoptNode(message);
    if (shown === null) list.append(message);
    else shown.replaceWith(message);
    isAnyTaken = true;
  }
  return isAnyTaken;
}

function lastMessage(page: ParentNode): Element | null {
  return [...page.querySelectorAll('[id^="message-"]')].at(-1) ?? null;
}

function isOwn(message: Element): boolean {
  return message.hasAttribute("data-own");
}

/** Says a sentence that stays, because the page does not show news until the state changes. */
function sayUntilChanged(sentence: string): void {
  clearTimeout(hiding);
  if (!isLeaving && news.textContent !== sentence) news.replaceChildren(sentence);
}

/** Screen readers read the sentence when they have finished what they are saying. */
function say(sentence: string, target?: string): void {
  clearTimeout(hiding);
  const words =
    target === undefined
      ? sentence
      : Object.assign(document.createElement("a"), {
          href: target,
          textContent: sentence,
        });
  news.replaceChildren(words);
  hiding = window.setTimeout(() => news.replaceChildren(), newsMs);
}

document.addEventListener("visibilitychange", () => (document.hidden ? disconnect() : connect()));
addEventListener("pagehide", () => {
  isLeaving = true;
  disconnect();
});
addEventListener("pageshow", () => {
  isLeaving = false;
  connect();
});
connect();
