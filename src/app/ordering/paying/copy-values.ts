// Copies a line of the bank details. Browsers offer a clipboard only on sites with HTTPS.
const saidMs = 2000;
const status = document.querySelector("[data-copied]");

if (navigator.clipboard !== undefined) {
  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
    button.hidden = false;
    const { textContent } = button;
    let timer: number | undefined;
    button.addEventListener("click", async () => {
      const said = await navigator.clipboard.writeText(button.dataset.copy ?? "").then(
        () => "Copied",
        () => "Not copied",
      );
      button.textContent = said;
      if (status) status.textContent = `${said}: ${button.dataset.copy}`;
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        button.textContent = textContent;
      }, saidMs);
    });
  }
}
