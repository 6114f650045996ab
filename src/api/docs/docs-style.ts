/**
 * The style sheet of `/api/docs`. It repeats a few of the site's colours, because this door works
 * without the build that the site's own style sheet comes out of.
 */
export const docsStyle = `
:root {
  color-scheme: light dark;
  --paper: #f7f0e1; --paper-lit: #fdf9ee; --ink: #231a12; --ink-soft: #5d4c3b; --line: #d3c3a1;
  --field: #2f5a36; --rust: #a3421b; --stop: #9c2f1c;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #131812; --paper-lit: #1f271e; --ink: #f1e8d4; --ink-soft: #bcb29b; --line: #353e32;
    --field: #a5c973; --rust: #f0a273; --stop: #f3a08d;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body {
  margin: 0 auto; max-width: 82rem; padding: 2rem clamp(1.25rem, 4vw, 3rem) 6rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.55 "Avenir Next", Avenir, "Segoe UI", Roboto, "Noto Sans", Ubuntu, "Helvetica Neue", Arial, sans-serif;
}
a { color: var(--field); }
a:focus-visible, summary:focus-visible, pre:focus-visible { outline: 3px solid var(--field); outline-offset: 2px; }
h1, h2, h3 { font-family: Georgia, "Times New Roman", serif; line-height: 1.2; font-weight: 600; }
h1 { font-size: clamp(1.75rem, 1.4rem + 1.6vw, 2.75rem); margin: 0 0 1rem; }
h2 { margin: 3rem 0 0.75rem; font-size: 1.5rem; }
h3 { margin: 2rem 0 0.5rem; font-size: 1.125rem; overflow-wrap: anywhere; }
h4 { margin: 1.25rem 0 0.35rem; font-size: 0.9375rem; }
header p { max-width: 44rem; color: var(--ink-soft); }
nav ul { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; font-size: 0.9375rem; }
nav a { display: inline-block; padding: 0.2rem 0; }
main { min-width: 0; }
details { border-top: 1px solid var(--line); }
section details:last-of-type { border-bottom: 1px solid var(--line); }
summary { padding: 0.6rem 0; cursor: pointer; overflow-wrap: anywhere; }
.summary { display: block; padding-left: 4.5rem; color: var(--ink-soft); font-size: 0.9375rem; }
.method { display: inline-block; min-width: 4rem; font-size: 0.8125rem; font-weight: 700; color: var(--field); }
.post, .put { color: var(--rust); }
.delete { color: var(--stop); }
code, pre { font: 0.875rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: 0.75rem 1rem; background: var(--paper-lit); border: 1px solid var(--line); }
pre code { overflow-wrap: normal; }
.call { padding: 0 0 1.5rem; scroll-margin-top: 5rem; }
table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
th { text-align: left; font-size: 0.8125rem; color: var(--ink-soft); }
th, td { padding: 0.35rem 1rem 0.35rem 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: break-word; }
td:first-child { width: 38%; }
.words { display: block; color: var(--ink-soft); font-size: 0.875rem; }
@media (min-width: 64rem) {
  body { display: grid; grid-template-columns: 16rem minmax(0, 1fr); gap: 0 3.5rem; }
  header { grid-column: 1 / -1; }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 2rem 0; }
  nav ul { display: block; }
  summary .summary { padding-left: 4.5rem; }
  .call { padding-left: 4.5rem; }
}
`;
