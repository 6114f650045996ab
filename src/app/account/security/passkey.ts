// Shows the parts of a page that need passkeys, and runs them. Without passkeys in the browser, the
// parts stay hidden.
const form = document.querySelector<HTMLFormElement>("[data-passkey]");

/** Sends a request to the server. Rejects with the server's sentence if the server refuses it. */
async function send<Answer>(path: string, body: object = {}): Promise<Answer> {
  const answer = await fetch(`/api/auth${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const result = await answer.json();
  if (!answer.ok) throw new Error(result.detail);
  return result;
}

async function addPasskey(shown: HTMLFormElement): Promise<void> {
  const { name, password } = Object.fromEntries(new FormData(shown));
  const options = await send<PublicKeyCredentialCreationOptionsJSON>("/passkeys/creation-options", {
    password,
  });
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  await send("/passkeys", { name, response: jsonOf(credential) });
  location.assign("/account/security/passkeys?done=added");
}

async function confirmAgain({ dataset: { target = "" } }: HTMLFormElement): Promise<void> {
  await send("/confirm/passkey", { response: await passkeyFor("/confirm/passkey-options") });
  const { href } = location;
  if (!target.startsWith("/admin/csv/")) location.assign(target);
  else location.assign(`${href}${href.includes("?") ? "&" : "?"}done`);
}

async function signIn(): Promise<void> {
  await send("/sign-in/passkey", { response: await passkeyFor("/sign-in/passkey-options") });
  // The login page redirects a person who is signed in.
  location.reload();
}

async function passkeyFor(optionsPath: string) {
  const options = await send<PublicKeyCredentialRequestOptionsJSON>(optionsPath);
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return jsonOf(await navigator.credentials.get({ publicKey }));
}

function jsonOf(credential: Credential | null): unknown {
  return (credential as PublicKeyCredential).toJSON();
}

/** Browsers describe a cancelled dialog in their own words, so their sentences are replaced. */
function sentence({ name, message }: Error): string {
  if (name === "InvalidStateError") return "This device already has a passkey here.";
  if (name === "NotAllowedError") return "No passkey was used. Try again when you are ready.";
  return message || "That did not work. Try again.";
}

const actions: Readonly<Record<string, (shown: HTMLFormElement) => Promise<void>>> = {
  add: addPasskey,
  confirm: confirmAgain,
  "sign-in": signIn,
};

async function run(event: SubmitEvent): Promise<void> {
  event.preventDefault();
  const shown = event.currentTarget as HTMLFormElement;
  const problem = shown.querySelector("[data-passkey-problem]") as Element;
  const button = shown.querySelector("button") as HTMLButtonElement;
  button.disabled = true;
  problem.textContent = "";
  try {
    await actions[shown.dataset.passkey ?? ""]?.(shown);
  } catch (error) {
    problem.textContent = sentence(error as Error);
    button.disabled = false;
    button.focus();
  }
}

if (form && "parseRequestOptionsFromJSON" in (window.PublicKeyCredential ?? {})) {
  document.querySelector("[data-passkey-missing]")?.remove();
  form.hidden = false;
  form.addEventListener("submit", run);
}
