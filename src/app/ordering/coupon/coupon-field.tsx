import { type ActionResult, fieldState } from "#app/ui/forms/action-result.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import { longestTypedCode } from "#orders/coupon-code.ts";
import couponSheet from "./coupon-field.css?sheet";
import type { OfferedCoupon } from "./offered-coupon.server.ts";

interface CouponFieldProps {
  coupon: OfferedCoupon | null;
  form: ActionResult | undefined;
}

/** The field for the code of a coupon; nothing on a site without coupons. */
export function CouponField({ coupon, form }: CouponFieldProps) {
  useSheet(couponSheet);
  if (coupon === null) return null;
  const { code, said, isRefused } = coupon;
  // The script replaces the error with the next answer, so the error is not at the field itself.
  const { error, ...state } = fieldState(form, "coupon", code);
  const refusal = error ?? (isRefused ? said : "");
  return (
    <details className="coupon-field" open={code !== "" || error !== undefined}>
      <summary>Have a coupon?</summary>
      <div className="coupon-field__row">
        <TextField
          {...state}
          label="Coupon code"
          autoComplete="off"
          maxLength={longestTypedCode}
          describedBy="order-coupon"
          isWrong={refusal !== ""}
        />
        <Button variant="secondary" name="update" value="sum">
          Apply
        </Button>
      </div>
      <p id="order-coupon" role="status">
        {refusal !== "" && <span className="text-field__error">{refusal}</span>}
        {refusal === "" && said !== "" && <span className="text-field__hint">{said}</span>}
      </p>
    </details>
  );
}
