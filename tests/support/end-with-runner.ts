// Vitest loads this file before each test file. Without it, a worker whose runner died would
// continue its test and leave the servers of the test running.
process.once("disconnect", () => process.exit(1));
