import { Input } from "@mantine/core";
import { useId } from "react";
import { PlanPlant } from "#app/ui/drawings/packet-plants.tsx";
import { drawingNames } from "#content/model/drawing-names.ts";
import classes from "./drawing-input.module.css";
import type { FieldInputProps } from "./field-input.tsx";
// The colours of the packets, as on the site.
import "#app/ui/drawings/packet-plants.css";

/** Shows every drawing as a small packet in its colours, and "None". */
export default function DrawingInput({ name, field, value, error, onChange }: FieldInputProps) {
  const labelId = useId();
  return (
    <Input.Wrapper
      label={field.label}
      labelProps={{ id: labelId }}
      labelElement="div"
      description={field.help}
      error={error}
    >
      <div className={classes.drawings} role="radiogroup" aria-labelledby={labelId}>
        {["", ...drawingNames].map((drawing) => (
          <label key={drawing} className={classes.drawing}>
            <input
              type="radio"
              name={name}
              value={drawing}
              checked={drawing === value}
              onChange={() => onChange(drawing)}
            />
            <span className={`${classes.packet} packet--${drawing || "none"}`} aria-hidden>
              <PlanPlant drawing={drawing} />
            </span>
            <span className={classes.name}>{drawing || "none"}</span>
          </label>
        ))}
      </div>
    </Input.Wrapper>
  );
}
