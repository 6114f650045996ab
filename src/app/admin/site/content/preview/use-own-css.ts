import { useEffect, useState } from "react";
import type { CustomCss } from "#look/custom-css/custom-css.ts";

const none: CustomCss = { css: "", fault: null };

/** The owner's rules as a page may have them, and what is wrong with them. */
export function useCheckedCss(text: string): CustomCss {
  const [checked, setChecked] = useState(none);
  useEffect(() => {
    let isLatest = true;
    // Loaded here, because few sites have such rules, and the parser is large.
    if (text.trim() === "") setChecked(none);
    else {
      void import("#look/custom-css/custom-css.ts").then(
        ({ customCss }) => isLatest && setChecked(customCss(text)),
        // The server checks the rules too, and a preview without them is still a preview.
        () => isLatest && setChecked(none),
      );
    }
    return () => {
      isLatest = false;
    };
  }, [text]);
  return checked;
}

export function useOwnCss(text: string): string {
  return useCheckedCss(text).css;
}
