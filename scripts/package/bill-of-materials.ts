import { createHash } from "node:crypto";
import { fits, type LockFile } from "./lock-file.ts";
import type { Platform } from "./platforms.ts";

export interface CycloneDx {
  readonly metadata: { readonly component: Readonly<Record<string, unknown>> };
  readonly components: readonly { readonly "bom-ref": string }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/**
 * The bill of materials of one package: npm's bill without the packages of other platforms.
 * Replaces npm's random serial number and present time, so that equal contents have equal bills.
 */
export function billFor(
  npmBill: CycloneDx,
  lock: LockFile,
  { platform, timeSeconds }: { readonly platform: Platform; readonly timeSeconds: number },
): CycloneDx {
  const elsewhere = new Set(
    Object.entries(lock.packages)
      .filter(([path, locked]) => path !== "" && !fits(locked, platform))
      .map(([path, { version }]) => `${path.split("node_modules/").at(-1)}@${version}`),
  );
  const dependencies = npmBill.dependencies
    .filter(({ ref }) => !elsewhere.has(ref))
    .map((each) => ({
      ...each,
      dependsOn: each.dependsOn.filter((ref) => !elsewhere.has(ref)).toSorted(),
    }))
    .toSorted((one, other) => (one.ref < other.ref ? -1 : 1));
  const bill = {
    ...npmBill,
    metadata: {
      ...npmBill.metadata,
      timestamp: new Date(timeSeconds * 1000).toISOString(),
      component: { ...npmBill.metadata.component, name: "furrow", type: "application" },
    },
    components: npmBill.components.filter((component) => !elsewhere.has(component["bom-ref"])),
    dependencies,
  };
  const { serialNumber: _random, ...stable } = bill as typeof bill & { serialNumber?: string };
  const hash = createHash("sha256").update(JSON.stringify(stable)).digest("hex");
  return { ...stable, serialNumber: `urn:uuid:${uuidFrom(hash)}` } as CycloneDx;
}

/** A UUID of version 8, which is made from a hash. */
function uuidFrom(hash: string): string {
  const [a, b, c, d, e] = [
    [0, 8],
    [8, 12],
    [13, 16],
    [17, 20],
    [20, 32],
  ].map(([from, to]) => hash.slice(from, to));
  return `${a}-${b}-8${c}-8${d}-${e}`;
}
