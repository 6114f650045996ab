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

if (form) {
  extras?.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    // Whoever chooses a number wants the extra.
    if (target.type === "number") {
      const tick = target.closest(".extra")?.querySelector<HTMLInputElement>("[type=checkbox]");
      if (tick) tick.checked = true;
    }
    void updateSum(form, extras);
  });
  if (billing) {
    const decisive = ["customerCountry", "billing.company", "billing.vatNumber"];
    form.addEventListener("change", ({ target }) => {
      const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
      if (isField && decisive.includes(target.name)) void updateSum(form, billing);
    });
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
