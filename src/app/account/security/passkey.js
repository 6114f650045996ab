// Shows the parts of a page that need passkeys, and runs them. Without passkeys in the browser, the
// parts stay hidden.
const form = document.querySelector("[data-passkey]");
const problem = form?.querySelector("[data-passkey-problem]");

async function send(path, body = {}) {
  const answer = await fetch(`/api/auth${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.detail);
  return result;
}

async function addPasskey() {
  const { name, password } = form.elements;
  const options = await send("/passkeys/creation-options", { password: password.value });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  await send("/passkeys", { name: name.value, response: credential.toJSON() });
  location.assign("/account/security/passkeys?done=added");
}

async function confirmAgain() {
  const options = await send("/confirm/passkey-options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  await send("/confirm/passkey", { response: credential.toJSON() });
  const { target } = form.dataset;
  const { href } = location;
  if (!target.startsWith("/admin/csv/")) location.assign(target);
  else location.assign(`${href}${href.includes("?") ? "&" : "?"}done`);
}

async function signIn() {
  const options = await send("/sign-in/passkey-options");
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  const credential = await navigator.credentials.get({ publicKey });
  await send("/sign-in/passkey", { response: credential.toJSON() });
  // The login page redirects a person who is signed in.
  location.reload();
}

/** Browsers describe a cancelled dialog in their own words, so their sentences are replaced. */
function sentence(error) {
  if (error.name === "InvalidStateError") return "This device already has a passkey here.";
  if (error.name === "NotAllowedError") return "No passkey was used. Try again when you are ready.";
  return error.message || "That did not work. Try again.";
}

async function run(event) {
  event.preventDefault();
  const button = form.querySelector("button");
  button.disabled = true;
  problem.textContent = "";
  try {
    await { add: addPasskey, confirm: confirmAgain, "sign-in": signIn }[form.dataset.passkey]();
  } catch (error) {
    problem.textContent = sentence(error);
    button.disabled = false;
    button.focus();
  }
}

if (form && window.PublicKeyCredential?.parseRequestOptionsFromJSON) {
  document.querySelector("[data-passkey-missing]")?.remove();
  form.hidden = false;
  form.addEventListener("submit", run);
}
