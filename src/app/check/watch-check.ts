// Shows the findings of a check as they arrive. Without JavaScript, the page loads itself again.
const pauseMs = 600;

const partOf = (page: ParentNode) => page.querySelector<HTMLElement>("[data-check-progress]");

/** Returns false when the check has ended. */
async function update(): Promise<boolean> {
  try {
    const answer = await fetch(location.pathname, { headers: { accept: "text/html" } });
    // A server that starts again answers with an error for a moment.
    if (!answer.ok) return answer.status >= 500;
    // A template, because the Content-Security-Policy reports the style element of a document.
    const template = document.createElement("template");
    template.innerHTML = await answer.text();
    const page = template.content;
    const [shown, fresh] = [partOf(document), partOf(page)];
    if (shown === null || fresh === null) return false;
    if (shown.dataset.checkProgress !== fresh.dataset.checkProgress) {
      document.title = page.querySelector("title")?.textContent ?? document.title;
      shown.replaceWith(document.adoptNode(fresh));
    }
    return fresh.dataset.isWorking !== undefined;
  } catch {
    return true;
  }
}

async function updateUntilDone(): Promise<void> {
  let isWorking = true;
  while (isWorking) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    isWorking = await update();
  }
}

void updateUntilDone();
