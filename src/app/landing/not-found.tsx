import { data } from "react-router";

/** Any address that no other route knows, for reading and for writing. */
export function loader(): never {
  throw data(null, { status: 404 });
}

export const action = loader;

export default function NotFound() {
  return null;
}
