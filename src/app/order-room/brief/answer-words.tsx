import orderBriefSheet from "#app/ordering/order/brief/order-brief.css?sheet";
import { LinkedText } from "#app/ui/linked-text.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { QuestionView } from "./brief-view.server.ts";

/** The answer to a question: a text, links to files, or a note that a password was given. */
export function AnswerWords({ question }: { question: QuestionView }) {
  const { shownAnswer, files, isPasswordGiven } = question;
  if (files.length > 0) return <FileLinks files={files} />;
  if (isPasswordGiven) return "Given, see Passwords";
  return shownAnswer === "" ? "No answer" : <LinkedText text={shownAnswer} />;
}

export function FileLinks({ files }: Pick<QuestionView, "files">) {
  useSheet(orderBriefSheet);
  return (
    <ul className="brief__files">
      {files.map(({ name, href }) => (
        <li key={href ?? name}>
          {href === null ? (
            name
          ) : (
            <a href={href} download={name}>
              {name}
            </a>
          )}
        </li>
      ))}
    </ul>
  );
}
