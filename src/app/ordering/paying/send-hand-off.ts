document.querySelector<HTMLFormElement>("#hand-off")?.submit();
