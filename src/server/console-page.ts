import { fileURLToPath } from 'node:url';
import express, { type Express, type Request, type RequestHandler } from 'express';
import { SimulatorError } from '../document/errors.js';
import { packageRoot } from '../options/package-root.js';
import { checkHost, type GuardOptions } from './guard.js';
import { serveText } from './respond.js';

const folder = fileURLToPath(new URL('dist/console/', packageRoot));

/** Scripts, styles and calls of this server only: names of pets and headers are hostile input there. */
export const securityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
];
const consolePolicy = [...securityPolicy, "require-trusted-types-for 'script'"];

const headers = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

/** Whether a browser asks; curl, which takes any type, still gets text. */
function isPageWanted(request: Request): boolean {
  return request.accepts(['text/plain', 'text/html']) === 'text/html';
}

/** Refuses a foreign Host and adds the headers. The files themselves are public: they have no data. */
export function protect(guard: GuardOptions, policy: readonly string[]): RequestHandler {
  return (request, response, next) => {
    checkHost(request, guard);
    response.removeHeader('Access-Control-Allow-Origin');
    response.set({ ...headers, 'Content-Security-Policy': policy.join('; ') });
    next();
  };
}

/** The page; its name never changes, so browsers ask for it each time. */
const sendPage: RequestHandler = (request, response, next) => {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    serveText(response, 'text/html', '');
    return;
  }
  response.set('Cache-Control', 'no-cache');
  response.sendFile('index.html', { root: folder, cacheControl: false }, (error) => {
    if (error !== undefined && !response.headersSent) {
      const message = 'The console is not built. Run npm run build, and load the page again.';
      next(new SimulatorError('not_found', message));
    }
  });
};

/** Serves the console: the page at `/`, and files whose names change with their content. */
export function addConsole(app: Express, guard: GuardOptions): void {
  app.use(
    '/console',
    protect(guard, consolePolicy),
    express.static(`${folder}console`, {
      immutable: true,
      index: false,
      maxAge: '1y',
      redirect: false,
    }),
  );
  app.all(
    '/',
    (request, response, next) => {
      response.vary('Accept');
      next(isPageWanted(request) ? undefined : 'route');
    },
    protect(guard, consolePolicy),
    sendPage,
  );
}
