// A password manager offers a new password or a known one, by what the visitor chose.
const password = document.querySelector("[name=password]");
for (const choice of document.querySelectorAll("[name=account]")) {
  choice.addEventListener("change", () => {
    password.autocomplete = choice.value === "new" ? "new-password" : "current-password";
  });
}
