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
    close: () =>
      state?.isOpenedHere
        ? navigate(-1)
        : navigate({ search, hash: "" }, { replace: true, preventScrollReset: true }),
  };
}
