import { AnswerWords, FileLinks } from "#app/order-room/brief/answer-words.tsx";
import type { QuestionView } from "#app/order-room/brief/brief-view.server.ts";
import orderFilesSheet from "#app/order-room/files/order-files.css?sheet";
import { type ActionResult, fieldState, isFirstWrong } from "#app/ui/forms/action-result.ts";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { longestPasswordFields } from "#conversation/passwords/password-lengths.ts";
import { mostFilesAtOnce } from "#files/file-limits.ts";
import { briefLengths } from "#work/brief/brief-lengths.ts";
import orderBriefSheet from "./order-brief.css?sheet";

interface BriefFieldProps {
  question: QuestionView;
  form: ActionResult | undefined;
}

/**
 * A question with the field for its answer. A question whose condition is not met is hidden only
 * in browsers with scripts, because only a script can show it when the condition becomes true.
 */
export function BriefField({ question, form }: BriefFieldProps) {
  useSheet(orderBriefSheet);
  const { id, kind, version, showIf, isAsked, condition } = question;
  return (
    <div
      className="brief__question"
      data-question={id}
      data-by-button={kind === "files" || kind === "secret" ? "" : undefined}
      data-needless={isAsked ? undefined : ""}
      data-show-if={showIf?.id}
      data-show-answer={showIf?.answer}
    >
      {kind !== "files" && kind !== "secret" && (
        <input type="hidden" name={`versions.${id}`} value={version} />
      )}
      <Answer question={question} form={form} />
      {condition !== "" && <p className="brief__condition">{condition}</p>}
      {/* `save-brief.ts` fills in the message. */}
      <p className="text-field__error" role="alert" data-error="" hidden />
    </div>
  );
}

function Answer({ question, form }: BriefFieldProps) {
  const { id, kind, help, answer, isRequired } = question;
  const name = `answers.${id}`;
  const label = isRequired ? question.question : `${question.question} (optional)`;
  switch (kind) {
    case "note":
      return null;
    case "choice":
    case "choices":
      return <Choices question={question} form={form} label={label} />;
    case "files":
      return <Files question={question} form={form} label={label} />;
    case "secret":
      return <Password question={question} form={form} label={label} />;
    default:
      return (
        <TextField
          {...fieldState(form, name, answer)}
          {...inputs[kind]}
          label={label}
          maxLength={briefLengths[kind]}
          {...(help !== "" && { hint: help })}
        />
      );
  }
}

const inputs = {
  line: {},
  text: { multiline: true },
  website: { inputMode: "url", autoComplete: "url" },
  date: { type: "date" },
  number: { inputMode: "decimal" },
} as const;

function Choices({ question, form, label }: BriefFieldProps & { label: string }) {
  const { id, kind, choices, answer, help, isRequired } = question;
  const name = `answers.${id}`;
  const error = form?.errors[name];
  const chosen = (form?.values[name] ?? answer).split("\n");
  const isSingle = kind === "choice";
  const options = [
    ...choices.map((choice) => ({ value: choice, label: choice })),
    // Lets the customer take an answer back, because a radio button cannot be unticked.
    ...(isSingle && !isRequired ? [{ value: "", label: "No answer" }] : []),
  ];
  return (
    <fieldset
      className={error ? "brief__choices brief__choices--wrong" : "brief__choices"}
      aria-describedby={error ? `field-${name}-error` : undefined}
    >
      <legend className="text-field__label">{label}</legend>
      {help !== "" && <p className="text-field__hint">{help}</p>}
      {options.map(({ value, label: words }, index) => (
        <label className="brief__choice" key={value}>
          <input
            type={isSingle ? "radio" : "checkbox"}
            name={isSingle ? name : `${name}.${index}`}
            value={value}
            defaultChecked={chosen.includes(value)}
            {...(index === 0 && isFirstWrong(form, name) && { autoFocus: true })}
          />
          {words}
        </label>
      ))}
      {error && (
        <p className="text-field__error" id={`field-${name}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** A file field below the files that the customer has already sent as an answer. */
function Files({
  question: { id, files, help },
  form,
  label,
}: BriefFieldProps & { label: string }) {
  useSheet(orderFilesSheet);
  const name = `files.${id}`;
  const error = form?.errors[name];
  const described = [`field-${name}-hint`, error && `field-${name}-error`].filter(Boolean);
  return (
    <div className={error ? "text-field text-field--wrong" : "text-field"}>
      <label className="text-field__label" htmlFor={`field-${name}`}>
        {label}
      </label>
      {files.length > 0 && <FileLinks files={files} />}
      {/* Lets a rejected form show its error at this field even if no file was chosen. */}
      <input type="hidden" name={name} value="" />
      <input
        className="files-field"
        type="file"
        id={`field-${name}`}
        name={name}
        multiple
        {...(isFirstWrong(form, name) && { autoFocus: true })}
        aria-invalid={error ? true : undefined}
        aria-describedby={described.join(" ")}
      />
      <p className="text-field__hint" id={`field-${name}-hint`}>
        {help !== "" && `${help} `}
        {files.length > 0 && "These files are already here. You can add more. "}
        Up to {mostFilesAtOnce} files of at most 50 MB each. They are sent when you press a button
        below.
      </p>
      {error && (
        <p className="text-field__error" id={`field-${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A given password is never shown; a new one replaces it. */
function Password({ question, form, label }: BriefFieldProps & { label: string }) {
  const { id, help, isPasswordGiven, passwordVersion } = question;
  const name = `passwords.${id}`;
  const { defaultValue: _, ...passwordState } = fieldState(form, `${name}.password`);
  return (
    <fieldset className="brief__choices brief__password">
      <legend className="text-field__label">{label}</legend>
      <p className="text-field__hint">
        {help !== "" && `${help} `}
        {isPasswordGiven
          ? "You have given us this password. To replace it, enter the new one."
          : "It is stored encrypted with the passwords of your order, and is never sent by email."}
      </p>
      <input type="hidden" name={`${name}.version`} value={passwordVersion} />
      <TextField
        {...fieldState(form, `${name}.userName`)}
        label="User name"
        maxLength={longestPasswordFields.userName}
        autoComplete="off"
      />
      <TextField
        {...passwordState}
        label={isPasswordGiven ? "New password" : "Password"}
        type="password"
        maxLength={longestPasswordFields.password}
        autoComplete="new-password"
      />
    </fieldset>
  );
}

interface GivenAnswersProps {
  steps: readonly { readonly title: string; readonly questions: readonly QuestionView[] }[];
}

/** The questions with their answers, for a brief that cannot be changed. */
export function GivenAnswers({ steps }: GivenAnswersProps) {
  useSheet(orderBriefSheet);
  return steps.map(({ title, questions }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a brief never change
    <section className="brief__step" key={index}>
      {title !== "" && <h2>{title}</h2>}
      <dl className="brief__given">
        {questions
          .filter(({ isAsked }) => isAsked)
          .map((question) => (
            <GivenAnswer key={question.id} question={question} />
          ))}
      </dl>
    </section>
  ));
}

function GivenAnswer({ question }: { question: QuestionView }) {
  if (question.kind === "note") return null;
  return (
    <div>
      <dt>{question.question}</dt>
      <dd>
        <AnswerWords question={question} />
      </dd>
    </div>
  );
}
