import { fileURLToPath } from 'node:url';
import express, { type Express } from 'express';
import { packageRoot } from '../options/package-root.js';
import { optionTable } from '../options/table.js';
import { protect, securityPolicy } from './console-page.js';
import type { GuardOptions } from './guard.js';
import { serveText } from './respond.js';

const folder = fileURLToPath(new URL('dist/docs/', packageRoot));

/** Swagger UI sets styles in its HTML, and has its pictures in its style sheet. */
const docsPolicy = securityPolicy.map((rule) =>
  rule.startsWith('style-src') ? `${rule} 'unsafe-inline'` : rule,
);

/** A configured key may be in use elsewhere, so only the default one is filled in. */
function formatPage(apiKey: string): string {
  const key = optionTable.apiKey.default.includes(apiKey) ? ` data-key="${apiKey}"` : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Animal Store API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="stylesheet" href="docs/docs.css">
<script defer src="docs/swagger-ui-bundle.js"></script>
<script defer src="docs/docs.js"></script>
</head>
<body>
<div id="docs"${key}>
<p>The interface of the service is <a href="openapi.json">openapi.json</a> or
<a href="openapi.yaml">openapi.yaml</a>. This page shows it with JavaScript.</p>
</div>
</body>
</html>
`;
}

/** Serves the interface of the service as a page with which it can be called. */
export function addDocs(app: Express, guard: GuardOptions, apiKey: string): void {
  const isolate = protect(guard, docsPolicy);
  app.use('/docs', isolate, express.static(folder, { index: false, redirect: false }));
  app.all('/docs', (request, response) => {
    if (request.path.endsWith('/')) {
      // The names of its files are relative to a path without it.
      response.redirect(308, '../docs');
      return;
    }
    serveText(response, 'text/html; charset=utf-8', formatPage(apiKey));
  });
}
