import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { formatHtml } from '../../src/verification/report/html.js';
import { brokenVariants } from '../providers/broken.js';
import { verifyInProcess } from '../providers/in-process.js';
import { Service } from '../providers/service.js';
import { variantNamed } from './providers.js';

const hostile = `</code></style><script>alert(1)</script><img src=x onerror="a()">'"&\u0000\u202e`;

/** Returns it as every name, status and error. */
class Hostile extends Service {
  protected override shown(...[pet, call]: Parameters<Service['shown']>) {
    return { ...super.shown(pet, call), name: hostile, status: hostile };
  }
  protected override shownError(...given: Parameters<Service['shownError']>) {
    return { ...super.shownError(...given), code: [hostile], message: hostile };
  }
}

test('text of a provider is escaped', async () => {
  const page = formatHtml(await verifyInProcess(Hostile, 100));

  expect(page).toContain('&lt;script&gt;alert(1)');
  expect(page).not.toContain('<script');
  expect(page).not.toContain('<img');
  expect(page).not.toContain('\u0000');
  expect(page).not.toContain('\u202e');
  expect(page.match(/<\/style>/g)).toHaveLength(1);
});

test('the page loads nothing and runs no scripts', async () => {
  const page = formatHtml(await verifyInProcess(Service, 100));

  const [, style = ''] = /<style>(.*)<\/style>/s.exec(page) ?? [];
  const hash = createHash('sha256').update(style).digest('base64');
  expect(page).toContain(
    `content="default-src &#39;none&#39;; style-src &#39;sha256-${hash}&#39;; base-uri &#39;none&#39;`,
  );
  expect(page).not.toMatch(/\b(?:src|href|style)=|url\(|@import|<(?:script|link|iframe|object)/);
});

test('the page shows the finding first, then every requirement', async () => {
  const { service } = variantNamed(brokenVariants, 'status-null');
  const report = await verifyInProcess(service, 1_000);

  const page = formatHtml(report);

  const [finding, sections] = ['<h3>1. status of the Pet is null', '<h2>Sections'];
  expect(page.indexOf(finding)).toBeGreaterThan(0);
  expect(page.indexOf(sections)).toBeGreaterThan(page.indexOf(finding));
  for (const { requirement } of report.requirements) {
    expect(page).toContain(requirement.replaceAll("'", '&#39;'));
  }
});
