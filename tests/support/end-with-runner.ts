// Vitest runs this before each test file. A worker whose runner is gone would go on with its test,
// and the servers that it started would go on with it.
process.once("disconnect", () => process.exit(1));
