import { Button } from "#app/ui/forms/button.tsx";
import printScript from "./print-receipt.ts?script";

/** CSS hides the button in browsers without scripts, because a script does the printing. */
export function PrintButton() {
  return (
    <div className="print-receipt" data-print="">
      <Button type="button" variant="secondary">
        Print the receipt
      </Button>
      <script src={printScript} defer />
    </div>
  );
}
