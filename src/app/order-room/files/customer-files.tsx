import { type ActionResult, resultOf } from "#app/ui/forms/action-result.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { mostFilesAtOnce } from "#files/file-limits.ts";
import type { CustomerPartProps } from "../customer-part.ts";
import { LivePart } from "../live/live-updates.tsx";
import type { FilesView, FileView } from "./files-part.server.ts";
import orderFilesSheet from "./order-files.css?sheet";

export function CustomerFiles({ room: { files }, form }: CustomerPartProps) {
  useSheet(orderFilesSheet);
  return (
    <LivePart name="files">
      {files && <Files files={files} form={resultOf(form, "remove-file")} />}
    </LivePart>
  );
}

interface FilesProps {
  files: FilesView;
  /** Answer to the form that removes a file. */
  form: ActionResult | undefined;
}

function Files({ files: { listed, toAll, used, orderId }, form }: FilesProps) {
  return (
    <section className="order-files" id="files" aria-labelledby="files-title">
      <h2 id="files-title">Files</h2>
      {form?.notice && <Notice tone="error">{form.notice}</Notice>}
      <p className="order-step__note">
        {listed.length === 0 ? "Files that you or we send with a message are listed here." : used}
      </p>
      <ul className="order-files__list" aria-label="Files, the newest first">
        {listed.map((file) => (
          <li key={file.id} className="order-files__file">
            <FileLink file={file} />
            <p className="order-files__about">
              {file.from}, <time dateTime={file.isoDate}>{file.date}</time>
            </p>
            {file.mayRemove && <RemoveFile file={file} orderId={orderId} />}
          </li>
        ))}
      </ul>
      {toAll !== "" && <a href={`/my-order/${orderId}?files=all#files`}>{toAll}</a>}
    </section>
  );
}

function RemoveFile({ file, orderId }: { file: FileView; orderId: string }) {
  return (
    <details className="order-files__remove">
      <summary aria-label={`Remove ${file.name}`}>Remove</summary>
      <form method="post" action={`/my-order/${orderId}`}>
        <input type="hidden" name="intent" value="remove-file" />
        <input type="hidden" name="fileId" value={file.id} />
        <p>The file is deleted for good.</p>
        <Button variant="secondary">Remove the file</Button>
      </form>
    </details>
  );
}

export function FileLink({ file: { name, href, about } }: { file: FileView }) {
  useSheet(orderFilesSheet);
  return (
    <p className="file-link">
      <a href={href} download={name}>
        {name}
      </a>{" "}
      <span className="order-files__about">{about}</span>
    </p>
  );
}

export function FilesField({ form }: { form: ActionResult | undefined }) {
  useSheet(orderFilesSheet);
  const error = form?.errors.files;
  return (
    <div className={error ? "text-field text-field--wrong" : "text-field"}>
      <label className="text-field__label" htmlFor="field-files">
        Files (optional)
      </label>
      <input
        className="files-field"
        type="file"
        id="field-files"
        name="files"
        multiple
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "field-files-hint field-files-error" : "field-files-hint"}
      />
      <p className="text-field__hint" id="field-files-hint">
        Up to {mostFilesAtOnce} files of at most 50 MB each. Only you and our team can open them.
      </p>
      {form?.values.waitingFiles && (
        <p className="text-field__hint">
          <input type="hidden" name="waitingFiles" value={form.values.waitingFiles} />
          Already chosen: {form.values.waitingNames}
        </p>
      )}
      {error && (
        <p className="text-field__error" id="field-files-error">
          {error}
        </p>
      )}
    </div>
  );
}
