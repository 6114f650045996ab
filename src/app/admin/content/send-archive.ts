import { archiveType } from "../../../content/archive/content-archive.ts";
import type { ImportReport } from "../../../content/archive/import-content.ts";

/**
 * Sends an exported file. `onProgress` hears how much is sent, in percent, which `fetch` does not
 * tell. Throws an Error whose message is the server's sentence.
 */
export function sendArchive(
  file: File,
  isDryRun: boolean,
  onProgress: (percent: number) => void,
): Promise<ImportReport> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `/api/content/import${isDryRun ? "?dry-run" : ""}`);
    request.setRequestHeader("Content-Type", archiveType);
    request.upload.onprogress = ({ loaded, total }) => onProgress((100 * loaded) / total);
    request.onerror = () => reject(new Error("The connection was lost. Try again."));
    request.onload = () => {
      try {
        const answer = JSON.parse(request.responseText) as ImportReport & { detail?: string };
        if (request.status === 200) resolve(answer);
        else reject(new Error(answer.detail ?? "The server did not take the file."));
      } catch {
        reject(new Error("The server did not take the file."));
      }
    };
    request.send(file);
  });
}
