/** The page at `/docs`: the interface of the service, with calls to this simulator. */
import { indentJson } from '../traffic/json-text.js';
import { completeLabels } from './labels.js';

/** As much of Swagger UI as the page calls; its file is loaded before. */
declare const SwaggerUIBundle: (options: object) => {
  preauthorizeApiKey(scheme: string, key: string): void;
};

type Component = (props: Readonly<Record<string, unknown>>) => unknown;

/** The part of React that comes with Swagger UI. */
interface System {
  readonly React: {
    createElement(type: Component | 'span', props: object | null, text?: unknown): unknown;
  };
}

const fixes = {
  wrapComponents: {
    /** The links are within buttons, where keyboards and screen readers miss them; the buttons do the same. */
    DeepLink:
      (_link: unknown, { React }: System): Component =>
      ({ text }) =>
        React.createElement('span', null, text),
    /** Swagger UI reads JSON with numbers that round identifiers: it gets text that is laid out already. */
    responseBody:
      (ResponseBody: Component, { React }: System): Component =>
      (props) =>
        React.createElement(ResponseBody, {
          ...props,
          content: indentJson(String(props.content)),
          contentType: 'text/plain',
        }),
  },
};

const container = document.getElementById('docs') as HTMLElement;

completeLabels(container);

const dark = matchMedia('(prefers-color-scheme: dark)');
const applyTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', applyTheme);
applyTheme();

/** This server, also behind a prefix: the page is at `/docs`. */
const base = new URL('.', location.href).href.replace(/\/$/, '');

const servers = [
  { url: `${base}/v1`, description: 'this simulator' },
  {
    url: `${base}/sandboxes/{sandbox}/v1`,
    description: 'a sandbox of its own',
    variables: { sandbox: { default: 'docs' } },
  },
];

async function show(): Promise<void> {
  const response = await fetch(`${base}/openapi.json`);
  const ui = SwaggerUIBundle({
    spec: { ...(await response.json()), servers },
    domNode: container,
    deepLinking: true,
    displayRequestDuration: true,
    tryItOutEnabled: true,
    // By default, a service of others would check the document.
    validatorUrl: null,
    plugins: [fixes],
    onComplete: () => {
      const { key } = container.dataset;
      if (key !== undefined) {
        ui.preauthorizeApiKey('bearer', key);
      }
    },
  });
}

void show();
