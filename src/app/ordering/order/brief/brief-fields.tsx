import { briefLengths } from "../../../../orders/room/brief/brief-lengths.ts";
import { type FormState, fieldState, isFirstWrong } from "../../../ui/forms/form-state.ts";
import { TextField } from "../../../ui/forms/text-field.tsx";
import { LinkedText } from "../../../ui/linked-text.tsx";
import type { QuestionRow } from "./brief-row.server.ts";

interface BriefFieldProps {
  question: QuestionRow;
  form: FormState | undefined;
}

/**
 * A question with the field for its answer. A question whose condition is not met is hidden only
 * in browsers with scripts, because only a script can show it when the condition becomes true.
 */
export function BriefField({ question, form }: BriefFieldProps) {
  const { id, version, showIf, isAsked, condition } = question;
  return (
    <div
      className="brief__question"
      data-question={id}
      data-needless={isAsked ? undefined : ""}
      data-show-if={showIf?.id}
      data-show-answer={showIf?.answer}
    >
      <input type="hidden" name={`versions.${id}`} value={version} />
      <Answer question={question} form={form} />
      {condition !== "" && <p className="brief__condition">{condition}</p>}
      {/* The script fills it in. */}
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
    // A radio button cannot be unticked.
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

/** A question with its answer, for a brief that cannot be changed. */
export function GivenAnswer({ question }: { question: QuestionRow }) {
  const { kind, shownAnswer, question: words } = question;
  if (kind === "note") return null;
  return (
    <div>
      <dt>{words}</dt>
      <dd>{shownAnswer === "" ? "No answer" : <LinkedText text={shownAnswer} />}</dd>
    </div>
  );
}
