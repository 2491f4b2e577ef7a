import { answers, type StandIn, startStandIn } from './stand-in.js';

/** A pact that the stand-in has to be verified. */
interface OfferedPact {
  readonly text: string;
  readonly pending?: boolean;
}

/** What is posted as the result of a pact. */
interface PostedResult {
  readonly success: boolean;
  readonly providerApplicationVersion: string;
  readonly buildUrl?: string;
  readonly testResults: readonly { readonly interactionId: string; readonly success: boolean }[];
}

const types = { 'Content-Type': 'application/hal+json' };

/** Starts a stand-in for a broker that has pacts to verify. */
export async function startWithPacts(
  pacts: readonly OfferedPact[],
  resultStatus = 201,
): Promise<StandIn & { readonly results: () => readonly PostedResult[] }> {
  const links = {
    'pb:provider-pacts-for-verification': '/pacts/provider/{provider}/for-verification',
    'pb:pacticipant-branch-version':
      '/pacticipants/{pacticipant}/branches/{branch}/versions/{version}',
  };
  const standIn = await startStandIn((request, response) => {
    const origin = `http://${response.req.headers.host}`;
    const { method, path } = request;
    const [, index = ''] = /^\/pacts\/(\d+)$/.exec(path) ?? [];
    if (path === '/') {
      const entries = Object.entries(links).map(([name, href]) => [name, { href: origin + href }]);
      response.writeHead(200, types).end(JSON.stringify({ _links: Object.fromEntries(entries) }));
    } else if (path.endsWith('/for-verification')) {
      const offered = pacts.map(({ pending }, number) => ({
        shortDescription: 'latest from main branch',
        verificationProperties: {
          pending,
          notices: [
            { when: 'before_verification', text: 'It is selected.' },
            { when: 'after_verification:success_true_published_true', text: 'It has passed.' },
          ],
        },
        _links: { self: { href: `${origin}/pacts/${number}`, name: `Pact number ${number}` } },
      }));
      response.writeHead(200, types).end(JSON.stringify({ _embedded: { pacts: offered } }));
    } else if (index !== '') {
      const href = `${origin}/pacts/${index}/results`;
      const own = JSON.stringify({ _links: { 'pb:publish-verification-results': { href } } });
      const text = pacts[Number(index)]?.text ?? '';
      response.writeHead(200, types).end(`${text.slice(0, -1)},${own.slice(1)}`);
    } else if (method === 'POST') {
      response.writeHead(resultStatus, types).end('{}');
    } else if (method === 'PUT') {
      response.writeHead(201, types).end('{}');
    } else {
      answers.broken(request, response);
    }
  });
  const results = () =>
    standIn.received
      .filter(({ path }) => path.endsWith('/results'))
      .map(({ body }) => JSON.parse(body) as PostedResult);
  return { ...standIn, results };
}
