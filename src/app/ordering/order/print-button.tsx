import { Button } from "#app/ui/forms/button.tsx";
import printScript from "./print-receipt.ts?script";

/** CSS hides the button in browsers without scripts, because a script does the printing. */
export function PrintButton({ text = "Print the receipt" }: { text?: string }) {
  return (
    <div className="print-receipt" data-print="">
      <Button type="button" variant="secondary">
        {text}
      </Button>
      <script src={printScript} defer />
    </div>
  );
}
