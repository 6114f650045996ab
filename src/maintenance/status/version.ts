import packageFile from "../../../package.json" with { type: "json" };

/** Which Furrow this is. */
export const { version } = packageFile;
