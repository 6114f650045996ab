/** Text that runs a script if a page inserts it as markup. */
export const hostileText = `"'></title></textarea></script><script>hostile=1</script><img src=x onerror="hostile=1">`;

/** URLs that browsers run as a script or resolve to another site. */
export const hostileAddresses = [
  "javascript:hostile=1",
  "JaVaScRiPt:hostile=1",
  "java\tscript:hostile=1",
  "java\nscript:hostile=1",
  " javascript:hostile=1",
  "\u0001javascript:hostile=1",
  "data:text/html,<script>hostile=1</script>",
  "data:image/svg+xml,<svg onload=hostile=1>",
  "vbscript:hostile",
  "//evil.example/",
  "/\\evil.example/",
  "/\t/evil.example/",
];
