import type { ReactNode } from "react";
import bandSheet from "#app/ui/band.css?sheet";
import { FurrowLines } from "#app/ui/drawings/drawings.tsx";
import { type ActionResult, fieldState } from "#app/ui/forms/action-result.ts";
import { Button } from "#app/ui/forms/button.tsx";
import { Honeypot } from "#app/ui/forms/honeypot.tsx";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { Notice } from "#app/ui/notice.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { SeoCheck } from "#content/blocks/seo-check.ts";
import { isSwitchedOn } from "#content/model/is-switched-on.ts";
import checkSheet from "./check-section.css?sheet";
import { SectionHeading } from "./headings.tsx";
import { LowestPrice, type LowestPriceProps } from "./lowest-price.tsx";

interface CheckSectionProps {
  check: SeoCheck | undefined;
  /** Address of the check's page, which receives the form; undefined for the page of the section. */
  action: string | undefined;
  form: ActionResult | undefined;
  /** True if the heading is the page's title. */
  isTitle: boolean;
  /** Shown on the check's page, because the check is free and mending what it finds is not. */
  prices?: Pick<LowestPriceProps, "plans" | "terms" | "pricing"> | undefined;
  id?: string;
  /** The `id` of the field. */
  fieldId?: string;
  /** Hidden fields. */
  children?: ReactNode;
}

export function CheckSection(props: CheckSectionProps) {
  const { check, action, form, isTitle, prices, children } = props;
  const { id = "seo-check", fieldId = "check-website" } = props;
  useSheet(bandSheet, checkSheet);
  if (!check || !isSwitchedOn(check)) return null;
  const { checkText, checkHeading, checkDetails, checkButton, checkPromise } = check;
  return (
    <section className="check-field band grid" id={id}>
      <FurrowLines />
      <div className="check-field__words">
        <SectionHeading text={checkText} heading={checkHeading} isTitle={isTitle} />
        <p className="check-field__details">{checkDetails}</p>
      </div>
      <form className="check-field__form" method="post" action={action} noValidate>
        {children}
        {form?.notice && <Notice tone="error">{form.notice}</Notice>}
        <div className="check-field__row">
          <TextField
            {...fieldState(form, "website")}
            id={fieldId}
            label="Your website"
            inputMode="url"
            autoComplete="url"
            maxLength={2100}
            required
          />
          <Honeypot />
          <Button>{checkButton}</Button>
        </div>
        {checkPromise && <p className="check-field__promise">{checkPromise}</p>}
        {prices && (
          <LowestPrice {...prices} before="Mended by us:" className="check-field__price" />
        )}
      </form>
    </section>
  );
}
