// Shows the sum, the receipt, the coupon and the ways to pay for the extras and the code that the
// form has now, as the server computes them.
const extras = document.querySelector<HTMLElement>(".extras");
const coupon = document.querySelector<HTMLElement>(".coupon-field");
const billing = document.querySelector<HTMLElement>(".billing-fields");
const form = (extras ?? coupon ?? billing)?.closest("form");
const parts = [
  "order-steps",
  "extras-sum",
  "order-coupon",
  "order-tax",
  "order-receipt",
  "order-pay",
  ...[...document.querySelectorAll(".extra > .text-field__error")].map(({ id }) => id),
];
/** The fields whose errors the answer has. */
const checked = ".extra__pieces input, .coupon-field input";
let turn = 0;

async function updateSum(sent: HTMLFormElement, shown: HTMLElement) {
  turn += 1;
  const mine = turn;
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(sent)) {
    if (typeof value === "string" && name !== "password") fields.set(name, value);
  }
  fields.set("update", "sum");
  shown.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(sent.action, { method: "POST", body: fields });
    if (!answer.ok) throw new Error(String(answer.status));
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    // A later answer is on its way.
    if (mine !== turn) return;
    for (const id of parts) {
      const [old, fresh] = [document.getElementById(id), page.getElementById(id)];
      if (old === null && fresh === null) continue;
      if (old === null || fresh === null) throw new Error(id);
      // Screen readers read a change inside the element, and not another element.
      old.replaceChildren(...fresh.childNodes);
    }
    for (const field of sent.querySelectorAll<HTMLInputElement>(checked)) {
      field.ariaInvalid = page.getElementById(field.id)?.ariaInvalid ?? null;
    }
    delete shown.dataset.unanswered;
  } catch {
    if (mine === turn) shown.dataset.unanswered = "";
  } finally {
    if (mine === turn) shown.removeAttribute("aria-busy");
  }
}

type Field = HTMLInputElement | HTMLSelectElement;
const decisive = ["customerCountry", "billing.company", "billing.vatNumber"];

/** The element that waits for a new sum because of a field; undefined if the sum stays. */
function shownFor(field: Field): HTMLElement | undefined {
  if (extras?.contains(field)) return extras;
  return billing && decisive.includes(field.name) ? billing : undefined;
}

/** True if a field is not as the server has sent it. */
function isChanged(field: Field): boolean {
  if (field instanceof HTMLInputElement) {
    return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
  }
  const initial = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
  return field.selectedIndex !== Math.max(0, initial);
}

function take(field: Field, sent: HTMLFormElement, shown: HTMLElement) {
  // Whoever chooses a number wants the extra.
  if (field.type === "number") {
    const tick = field.closest(".extra")?.querySelector<HTMLInputElement>("[type=checkbox]");
    if (tick) tick.checked = true;
  }
  void updateSum(sent, shown);
}

if (form) {
  form.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    const shown = shownFor(target);
    if (shown) take(target, form, shown);
  });
  // What was changed before this script has loaded.
  for (const field of form.querySelectorAll<Field>("input, select")) {
    const shown = isChanged(field) ? shownFor(field) : undefined;
    if (shown) take(field, form, shown);
  }
  const code = coupon?.querySelector("input");
  code?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    void updateSum(form, coupon ?? form);
  });
  coupon?.querySelector("button")?.addEventListener("click", (event) => {
    // After a failure, the button sends the form as it does without this script.
    if (coupon.dataset.unanswered !== undefined) return;
    event.preventDefault();
    void updateSum(form, coupon);
  });
}
