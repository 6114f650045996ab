/** Printed matter: flat inks, one dark line, the same by day and by night. As large as a packet's front. */
export function inkedDrawing(inks: Readonly<Record<string, string>>, drawing: string): string {
  const rules = Object.entries(inks).map(([ink, style]) => `.${ink}{${style}}`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="240" viewBox="0 0 320 240" aria-hidden="true"><style>path,circle{stroke:#231a12;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}${rules.join("")}</style>${drawing}</svg>\n`;
}
