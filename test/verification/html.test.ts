import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readReport } from '../../src/report-pages/embedded.js';
import { formatHtml, formatJson } from '../../src/verification/report/files.js';
import { brokenVariants } from '../providers/broken.js';
import { verifyInProcess } from '../providers/in-process.js';
import { Service } from '../providers/service.js';
import { Hostile } from '../report-pages/reports.js';
import { variantNamed } from './providers.js';

test('text of a provider is escaped', async () => {
  const page = formatHtml(await verifyInProcess(Hostile, 100));

  expect(page).toContain('&lt;script&gt;alert(1)');
  expect(page.match(/<script/g)).toHaveLength(1);
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
  expect(page).not.toMatch(/\b(?:src|href|style)=|url\(|@import|<(?:link|iframe|object)/);
  expect(page.match(/<script[^>]*>/g)).toEqual(['<script type="application/json" id="report">']);
});

test('the page has the report as JSON', async () => {
  const report = await verifyInProcess(Hostile, 100);

  expect(readReport(formatHtml(report))).toEqual(JSON.parse(formatJson(report)));
});

test('the page shows the finding first, then every requirement', async () => {
  const { service } = variantNamed(brokenVariants, 'status-null');
  const report = await verifyInProcess(service, 1_000);

  const page = formatHtml(report);

  const [finding, sections] = ['<h3>1. status of the Pet is null', '<h2>Sections'];
  expect(page.indexOf(finding)).toBeGreaterThan(0);
  expect(page.indexOf(sections)).toBeGreaterThan(page.indexOf(finding));
  expect(page).toMatch(/<dt>[^<]+<\/dt><dd><code>/);
  for (const { requirement } of report.requirements) {
    expect(page).toContain(requirement.replaceAll("'", '&#39;'));
  }
});
