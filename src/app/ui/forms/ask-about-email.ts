// Asks about a likely mistake of typing in an email address while the form is still open, because
// the server could not send the typed password back with its question.
import { likelyEmail } from "#platform/texts/email-mistakes.ts";

const question = document.querySelector("[data-asks-about]") as HTMLElement;
const field = document.getElementById(question.dataset.asksAbout ?? "") as HTMLInputElement;
const asked = field.form?.elements.namedItem("emailAsked") as HTMLInputElement;
/** The address for which the form was held back once. */
let heldFor = "";

function ask(): void {
  const typed = field.value.trim();
  if (typed === asked.value) return;
  const meant = likelyEmail(typed, location.hostname);
  if (meant === null) {
    question.replaceChildren();
    return;
  }
  const take = document.createElement("button");
  take.type = "button";
  take.className = "email-question__take";
  take.textContent = `Yes, use ${meant}`;
  take.addEventListener("click", () => {
    field.value = meant;
    question.replaceChildren();
    field.focus();
  });
  question.replaceChildren(`Did you mean ${meant}? `, take);
  // The server is told, so that it does not ask again.
  asked.value = typed;
}

// The address may have been typed, or filled in by the browser, before this script had loaded.
if (document.activeElement !== field) ask();
field.addEventListener("change", ask);
field.addEventListener("input", () => question.replaceChildren());
field.form?.addEventListener("submit", (event) => {
  ask();
  // On a phone, the question may stand above the visible part of the form.
  if (question.childElementCount === 0 || heldFor === asked.value) return;
  heldFor = asked.value;
  event.preventDefault();
  question.querySelector("button")?.focus();
});
