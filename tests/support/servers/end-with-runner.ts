// A worker whose runner died would otherwise continue
// its test, and leave the servers of the test running.
process.once("disconnect", () => process.exit(1));
