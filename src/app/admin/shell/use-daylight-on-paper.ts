import { useEffect } from "react";

const attribute = "data-mantine-color-scheme";

/** Whatever the panel looks like on the screen, it is printed dark on light. */
export function useDaylightOnPaper(): void {
  useEffect(() => {
    const { documentElement: root } = document;
    let onScreen: string | null = null;
    const lighten = () => {
      onScreen = root.getAttribute(attribute);
      root.setAttribute(attribute, "light");
    };
    const restore = () => root.setAttribute(attribute, onScreen ?? "light");
    window.addEventListener("beforeprint", lighten);
    window.addEventListener("afterprint", restore);
    return () => {
      window.removeEventListener("beforeprint", lighten);
      window.removeEventListener("afterprint", restore);
    };
  }, []);
}
