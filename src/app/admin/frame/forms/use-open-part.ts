import { useMounted } from "@mantine/hooks";
import { useLocation, useNavigate } from "react-router";

/**
 * The URL's fragment names the open part of a screen, so that Back closes the part and a reload
 * opens the part again.
 */
export function useOpenPart() {
  const { hash, search, state } = useLocation();
  const navigate = useNavigate();
  return {
    /** The fragment with its `#`; "" when nothing is open. */
    part: hash,
    show: (part: string) =>
      navigate({ search, hash: part }, { state: { isOpenedHere: true }, preventScrollReset: true }),
    /** Shows another part in place of the open one, so that Back closes it as it would the first. */
    replace: (part: string) =>
      navigate({ search, hash: part }, { state, replace: true, preventScrollReset: true }),
    close: () =>
      state?.isOpenedHere
        ? navigate(-1)
        : navigate({ search, hash: "" }, { replace: true, preventScrollReset: true }),
  };
}

/** A dialog that is open while the fragment names `part` and the screen offers the dialog. */
export function useDialog(part: string, isOffered = true) {
  const open = useOpenPart();
  // Opens after the first render, so that the dialog returns the focus when it closes.
  const isMounted = useMounted();
  const isNamed = open.part === part;
  return {
    isOpen: isMounted && isOffered && isNamed,
    show: () => open.show(part),
    close: open.close,
    /** Closes the dialog unless the admin has opened another part meanwhile. */
    closeIfOpen: () => {
      if (isNamed) void open.close();
    },
  };
}
