/** Draws the results as an SVG that is readable on light and dark pages. */
import type { Results } from './report.js';
import { operations, workloads } from './workloads.js';

const labelWidth = 170;
const barWidth = 420;
const rowHeight = 22;
const groupGap = 34;

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Draws responses per second as shares of those of `node:http`. */
export function drawChart({ servers }: Results): string {
  const [own, base] = servers;
  const lines: string[] = [];
  let y = 8;
  for (const operation of operations) {
    const top = base?.workloads[operation]?.perSecond ?? 1;
    y += groupGap - 8;
    lines.push(`<text class="title" x="0" y="${y}">${escapeXml(workloads[operation])}</text>`);
    y += 10;
    const able = servers
      .map((server) => ({ server, share: (server.workloads[operation]?.perSecond ?? 0) / top }))
      .filter(({ server, share }) => share > 0 && !server.name.includes(','))
      .sort((one, other) => other.share - one.share);
    for (const { server, share } of able) {
      const width = Math.max(1, Math.min(1.1, share) * barWidth).toFixed(1);
      const kind = server === own ? 'own' : 'other';
      lines.push(
        `<text class="${kind}" x="${labelWidth - 8}" y="${y + 14}" text-anchor="end">` +
          `${escapeXml(server.name)}</text>`,
        `<rect class="${kind}" x="${labelWidth}" y="${y + 3}" width="${width}" height="14" rx="2"/>`,
        `<text class="value" x="${labelWidth + Number(width) + 6}" y="${y + 14}">` +
          `${share.toFixed(2)}</text>`,
      );
      y += rowHeight;
    }
  }
  const width = labelWidth + barWidth * 1.1 + 50;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width.toFixed(0)} ${y + 12}" role="img" aria-label="Responses per second, as shares of those of a bare node:http">
<style>
  text { font: 13px system-ui, sans-serif; fill: #57606a; }
  .title { font-weight: 600; }
  text.own { font-weight: 600; fill: #0969da; }
  rect.own { fill: #0969da; }
  rect.other { fill: #8c959f; }
  @media (prefers-color-scheme: dark) {
    text { fill: #9198a1; }
    text.own { fill: #4493f8; }
    rect.own { fill: #4493f8; }
    rect.other { fill: #6e7681; }
  }
</style>
${lines.join('\n')}
</svg>
`;
}
