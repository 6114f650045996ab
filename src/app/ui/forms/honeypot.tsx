/** Means nothing to whatever fills in forms for people, and much to what fills in every field. */
const trapField = "topic";

/** A field that no person sees, reaches or hears of, whether by eye, keyboard or screen reader. */
export function FormTrap() {
  return (
    <div className="form-trap" aria-hidden="true" inert>
      <label>
        Leave this empty
        <input name={trapField} type="text" autoComplete="off" tabIndex={-1} />
      </label>
    </div>
  );
}

/** Whether a program has filled in what nobody could see. It is told that all went well. */
export function isTrapped(values: Readonly<Record<string, string>>): boolean {
  return (values[trapField] ?? "") !== "";
}
