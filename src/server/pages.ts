import { fileURLToPath } from 'node:url';
import express, { type Express, type RequestHandler } from 'express';
import { SimulatorError } from '../document/errors.js';
import { packageRoot } from '../options/package-root.js';
import { optionTable } from '../options/table.js';
import { checkHost, type GuardOptions } from './guard.js';
import { serveText } from './respond.js';

const consoleFolder = fileURLToPath(new URL('dist/console/', packageRoot));
const docsFolder = fileURLToPath(new URL('dist/docs/', packageRoot));

/** Scripts, styles and calls of this server only: names of pets and headers are hostile input there. */
function formatPolicy(styles: string, more: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src ${styles}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    ...more,
  ].join('; ');
}
const consolePolicy = formatPolicy("'self'", ["require-trusted-types-for 'script'"]);
/** Swagger UI sets styles in its HTML, and has its pictures in its style sheet. */
const docsPolicy = formatPolicy("'self' 'unsafe-inline'");

/** Refuses a foreign Host and adds the headers. The files themselves are public: they have no data. */
function protect(guard: GuardOptions, policy: string): RequestHandler {
  return (request, response, next) => {
    checkHost(request, guard);
    response.removeHeader('Access-Control-Allow-Origin');
    response.set({
      'Content-Security-Policy': policy,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Resource-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    });
    next();
  };
}

/** The page; its name never changes, so browsers ask for it each time. */
const sendConsole: RequestHandler = (request, response, next) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    serveText(response, 'text/html', '');
    return;
  }
  response.set('Cache-Control', 'no-cache');
  response.sendFile('index.html', { root: consoleFolder, cacheControl: false }, (error) => {
    if (error !== undefined && !response.headersSent) {
      const message = 'The console is not built. Run npm run build, and load the page again.';
      next(new SimulatorError('not_found', message));
    }
  });
};

/** A configured key may be in use elsewhere, so only the default one is filled in. */
function formatDocs(apiKey: string): string {
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

/** Serves the console at `/`, and at `/docs` a page with which the service can be called. */
export function addPages(app: Express, guard: GuardOptions, apiKey: string): void {
  // Their names change with their content.
  const files = { immutable: true, index: false, maxAge: '1y', redirect: false } as const;
  const protectConsole = protect(guard, consolePolicy);
  app.use('/console', protectConsole, express.static(`${consoleFolder}console`, files));
  app.all(
    '/',
    (request, response, next) => {
      response.vary('Accept');
      // curl, which takes any type, gets text.
      const isPage = request.accepts(['text/plain', 'text/html']) === 'text/html';
      next(isPage ? undefined : 'route');
    },
    protectConsole,
    sendConsole,
  );
  app.use(
    '/docs',
    protect(guard, docsPolicy),
    express.static(docsFolder, { index: false, redirect: false }),
  );
  app.all('/docs', (request, response) => {
    if (request.path.endsWith('/')) {
      // The names of its files are relative to a path without it.
      response.redirect(308, '../docs');
      return;
    }
    serveText(response, 'text/html; charset=utf-8', formatDocs(apiKey));
  });
}
