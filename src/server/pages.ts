import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import express, { type Express, type RequestHandler } from 'express';
import { packageRoot } from '../base/package-root.js';
import { SimulatorError } from '../document/errors.js';
import { defaultApiKey } from '../engine/admit.js';
import type { AppOptions } from './admin-router.js';
import { checkHost } from './guard.js';
import { serveText } from './respond.js';

const folder = fileURLToPath(new URL('dist/', packageRoot));

/** Scripts, styles and calls of this server only: names of pets and headers are hostile input there. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

/** Sends a page; its name never changes, so browsers ask for it each time. */
function sendPage(name: 'console' | 'docs', data = ''): RequestHandler {
  return async (_request, response) => {
    const page = await readFile(`${folder}${name}/index.html`, 'utf8').catch(() => {
      const message = 'The page is not built. Run npm run build, and load the page again.';
      throw new SimulatorError('not_found', message);
    });
    response.set('Cache-Control', 'no-cache');
    serveText(response, 'text/html; charset=utf-8', page.replace('<body>', `<body${data}>`));
  };
}

/** Serves the console at `/`, and at `/docs` a page with which the service can be called. */
export function addPages(app: Express, options: AppOptions): void {
  // The files themselves are public: they have no data.
  const protectPage: RequestHandler = (request, response, next) => {
    checkHost(request, options);
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
  for (const name of ['console', 'docs']) {
    // The names of these files change with their content.
    const files = { immutable: true, index: false, maxAge: '1y', redirect: false } as const;
    app.use(`/${name}`, protectPage, express.static(`${folder}${name}/${name}`, files));
  }
  app.all(
    '/',
    (request, response, next) => {
      response.vary('Accept');
      // curl, which takes any type, gets text.
      const isPage = request.accepts(['text/plain', 'text/html']) === 'text/html';
      next(isPage ? undefined : 'route');
    },
    protectPage,
    sendPage('console'),
  );
  // A configured key may be in use elsewhere, so only the default one is filled in.
  const key = options.apiKey.includes(defaultApiKey) ? ` data-key="${defaultApiKey}"` : '';
  // The names of its files are relative to a path without a slash at the end.
  app.all(/^\/docs\/$/, (_request, response) => response.redirect(308, '../docs'));
  app.all('/docs', sendPage('docs', key));
}
