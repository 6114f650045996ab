import { noConnection, signedOut } from "#app/admin/frame/forms/saved-forms.ts";
import { maxUploadBytes, type PictureFile, type PictureFileWithUses } from "#media/picture-file.ts";

export const picturesPerPage = 24;

/** Newest pictures first. `after` is the id of the last picture of the previous page. */
export function fetchPictures(search: string, after?: string): Promise<PictureFileWithUses[]> {
  const query = new URLSearchParams({ search, limit: String(picturesPerPage) });
  if (after !== undefined) query.set("after", after);
  return call("GET", `/media-files?${query}`);
}

export function fetchPicture(id: string): Promise<PictureFileWithUses> {
  return call("GET", `/media-files/${id}`);
}

export type Description = Pick<PictureFile, "alt" | "focalX" | "focalY">;

export function describePicture(id: string, description: Description): Promise<PictureFile> {
  return call("PUT", `/media-files/${id}`, description);
}

export function deletePicture(id: string): Promise<PictureFile> {
  return call("DELETE", `/media-files/${id}`);
}

export function restorePicture(id: string): Promise<PictureFile> {
  return call("POST", `/media-files/${id}/restore`);
}

/** Undoes a replacement: restores the file of `version`, which stays in the trash for 30 days. */
export function putFileBack(id: string, version: string): Promise<PictureFile> {
  return call("POST", `/media-files/${id}/file/${version}/restore`);
}

/**
 * Calls the REST interface in the session of the admin. Rejects with an Error whose message can be
 * shown.
 */
async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(`/api${path}`, {
    method,
    ...(body && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  }).catch(() => {
    throw new Error(noConnection());
  });
  const result = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error(refusal(answer.status, result));
  return result;
}

interface PictureToSend {
  readonly file: File;
  readonly replaces?: string | undefined;
  /** Progress from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Uploads a picture, or replaces the file of a picture. Rejects with an Error whose message can be
 * shown.
 */
export function sendPicture({ file, replaces, onProgress }: PictureToSend): Promise<PictureFile> {
  if (file.size > maxUploadBytes) {
    return Promise.reject(new Error("A picture can be up to 15 MB."));
  }
  return new Promise((resolve, reject) => {
    // Uses XMLHttpRequest, because `fetch` does not report the progress of an upload.
    const request = new XMLHttpRequest();
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(loaded / total);
    request.onload = () => {
      const { status, response } = request;
      if (status < 300 && response !== null) resolve(response);
      else reject(new Error(refusal(status, response)));
    };
    request.onerror = () => reject(new Error(noConnection()));
    if (replaces === undefined) request.open("POST", "/api/media");
    else request.open("PUT", `/api/media-files/${replaces}/file`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.setRequestHeader("x-file-name", encodeURIComponent(file.name));
    request.send(file);
  });
}

function refusal(status: number, problem: { detail?: string } | null): string {
  if (status === 401) return signedOut;
  return problem?.detail ?? "Something went wrong. Try again.";
}
