// Sets `autocomplete` for a new or for an existing account, so that a password manager suggests a
// new or a stored password.
const password = document.querySelector<HTMLInputElement>("[name=password]");
for (const choice of document.querySelectorAll<HTMLInputElement>("[name=account]")) {
  choice.addEventListener("change", () => {
    if (password === null) return;
    password.autocomplete = choice.value === "new" ? "new-password" : "current-password";
  });
}
