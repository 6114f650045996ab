/** A text that runs a script when it is rendered as markup or ends an attribute or element. */
export const hostileText = `"'></title></textarea></script><script>hostile=1</script><img src=x onerror="hostile=1">`;

/** URLs that run a script or lead to another site in browsers. */
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
