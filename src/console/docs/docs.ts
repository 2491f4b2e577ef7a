/** The page at `/docs`: the interface of the service, with calls to this simulator. */

import { parse, stringify } from 'lossless-json';
import { completeLabels } from './labels.js';

/** As much of Swagger UI as the page calls; its file is loaded before. */
interface SwaggerUi {
  preauthorizeApiKey(scheme: string, key: string): void;
}
declare const SwaggerUIBundle: (options: object) => SwaggerUi;

interface Server {
  readonly url: string;
  readonly description: string;
  readonly variables?: Readonly<Record<string, { readonly default: string }>>;
}

type Component = (props: Readonly<Record<string, unknown>>) => unknown;

/** The part of React that comes with Swagger UI. */
interface System {
  readonly React: {
    createElement(type: Component | 'span', props: object | null, text?: unknown): unknown;
  };
}

/** The links are within buttons, where keyboards and screen readers miss them; the buttons do the same. */
const noNestedLinks = {
  wrapComponents: {
    DeepLink:
      (_link: unknown, { React }: System) =>
      ({ text }: { readonly text: unknown }) =>
        React.createElement('span', null, text),
  },
};

/** Swagger UI reads JSON with numbers that round identifiers: it gets text that is laid out already. */
const exactNumbers = {
  wrapComponents: {
    responseBody: (ResponseBody: Component, { React }: System): Component => {
      return (props) => {
        const text = formatExactly(props.content);
        return React.createElement(
          ResponseBody,
          text === undefined ? props : { ...props, content: text, contentType: 'text/plain' },
        );
      };
    },
  },
};

function formatExactly(content: unknown): string | undefined {
  try {
    return stringify(parse(String(content)), undefined, 2);
  } catch {
    return undefined;
  }
}

const page = document.documentElement;
const container = document.getElementById('docs') as HTMLElement;

completeLabels(container);

/** This server, also behind a prefix: the page is at `/docs`. */
const base = new URL('.', location.href).href.replace(/\/$/, '');

const servers: readonly Server[] = [
  { url: `${base}/v1`, description: 'this simulator' },
  {
    url: `${base}/sandboxes/{sandbox}/v1`,
    description: 'a sandbox of its own',
    variables: { sandbox: { default: 'docs' } },
  },
];

const dark = matchMedia('(prefers-color-scheme: dark)');
const applyTheme = () => page.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', applyTheme);
applyTheme();

async function show(): Promise<void> {
  const response = await fetch(`${base}/openapi.json`);
  const spec = { ...(await response.json()), servers };
  const ui = SwaggerUIBundle({
    spec,
    domNode: container,
    deepLinking: true,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    // By default, a service of others would check the document.
    validatorUrl: null,
    plugins: [exactNumbers, noNestedLinks],
    onComplete: () => {
      const { key } = container.dataset;
      if (key !== undefined) {
        ui.preauthorizeApiKey('bearer', key);
      }
    },
  });
}

void show();
