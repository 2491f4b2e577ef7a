/** The least that a reverse proxy can be: `node bench/reverse-proxy.mjs <url> <port>`. */
import { Agent, createServer, request } from 'node:http';

const [url, port] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

createServer((incoming, response) => {
  const { method, headers } = incoming;
  const outgoing = request(url + incoming.url, { method, headers, agent }, (received) => {
    response.writeHead(received.statusCode, received.rawHeaders);
    received.pipe(response);
  });
  incoming.pipe(outgoing);
}).listen(Number(port), '127.0.0.1');
