/** What runs in a page that shows a text as markup, or lets it end where it stands. */
export const hostileText = `"'></title></textarea></script><script>hostile=1</script><img src=x onerror="hostile=1">`;

/** Addresses that run something or lead elsewhere, as browsers read them. */
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
