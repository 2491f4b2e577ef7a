import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** The server of the app under test. It does not know the simulator. */
const page = readFileSync(new URL('shop.html', import.meta.url));

createServer((_request, response) => {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.end(page);
}).listen(Number(process.env.PORT), '127.0.0.1');
