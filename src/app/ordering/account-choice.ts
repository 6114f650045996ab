// Sets `autocomplete` for a new or for an existing account, so that a password manager suggests a
// new or a stored password.
const password = document.querySelector<HTMLInputElement>("[name=password]");
for (const choice of document.querySelectorAll<HTMLInputElement>("[name=account]")) {
  const suggest = () => {
    if (password === null || !choice.checked) return;
    password.autocomplete = choice.value === "new" ? "new-password" : "current-password";
  };
  choice.addEventListener("change", suggest);
  // The choice may have been made before this script has loaded.
  suggest();
}
