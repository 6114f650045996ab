/** Why a release could not be published, as a sentence. */
export interface ReleaseFault {
  /** Null for a fault of the whole release. */
  readonly recordId: string | null;
  /** Null for a fault of the whole record. */
  readonly field: string | null;
  readonly message: string;
}

/** "refused" is a release whose time has come and which waits for a person, because it cannot happen. */
export type ReleaseState = "planned" | "refused" | "done" | "cancelled";

export type ReleaseKind = "publish" | "withdraw";

interface Happened {
  readonly done_at: number | null;
  readonly cancelled_at: number | null;
  readonly refused_at: number | null;
}

/** The state of a release follows from what has happened to it. */
export function releaseStateOf({ done_at, cancelled_at, refused_at }: Happened): ReleaseState {
  if (done_at !== null) return "done";
  if (cancelled_at !== null) return "cancelled";
  return refused_at === null ? "planned" : "refused";
}
