/** A sun with its rays over rows that run towards it, in flat inks. */
export function sunAndRows(width: number, height: number): string {
  const x = width * 0.78;
  const y = height * 0.62;
  const rays = Array.from({ length: 40 }, (_, index) => {
    const from = (index / 40) * Math.PI * 2;
    const at = (angle: number) =>
      `${(x + Math.cos(angle) * width).toFixed(0)} ${(y + Math.sin(angle) * width).toFixed(0)}`;
    return `M${x} ${y}L${at(from)}L${at(from + Math.PI / 40)}Z`;
  }).join("");
  const rows = Array.from({ length: 26 }, (_, index) => {
    const left = x + (index - 16) * 120;
    return `M${x} ${y}L${left} ${height + 40}H${left + 58}Z`;
  }).join("");
  return (
    `<path d="${rays}" fill="#F3A368"/><circle cx="${x}" cy="${y}" r="74" fill="#FDF9EE"/>` +
    `<rect y="${y}" width="${width}" height="${height}" fill="#3B2A1E"/><path d="${rows}" fill="#6C9A3B"/>`
  );
}
