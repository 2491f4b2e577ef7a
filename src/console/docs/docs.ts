/** The page at `/docs`: the interface of the service, with calls to this simulator. */
import { indentJson } from '../traffic/json-text.js';

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

/** What Swagger UI leaves out for keyboards and screen readers: attributes of the elements of a selector. */
const attributes: readonly (readonly [selector: string, name: string, value: string])[] = [
  ['.information-container section', 'aria-label', 'About the service'],
  ['.schemes', 'aria-label', 'Server and key'],
  ['.close-modal', 'aria-label', 'Close'],
  ['#servers', 'aria-label', 'Server'],
  ['.examples-select-element', 'aria-label', 'Example'],
  ['.body-param__text', 'aria-label', 'Request body'],
  // What scrolls must take the focus.
  ['.microlight, .curl, .opblock-body pre', 'tabindex', '0'],
  // The headings of the dialog have no gap.
  ['.modal-ux-header h3', 'aria-level', '2'],
  ['.modal-ux-content h4', 'aria-level', '3'],
  ['.modal-ux-content h6', 'aria-level', '4'],
];

function completeLabels(): void {
  for (const [selector, name, value] of attributes) {
    for (const element of container.querySelectorAll(selector)) {
      element.setAttribute(name, value);
    }
  }
  for (const element of container.querySelectorAll('[data-param-name] :is(input, select)')) {
    const parameter = element.closest('[data-param-name]')?.getAttribute('data-param-name');
    element.setAttribute('aria-label', parameter ?? '');
  }
  for (const element of container.querySelectorAll('.responses-table[role=region]')) {
    const operation = element.closest('.opblock')?.id.split('-').at(-1);
    element.setAttribute('aria-label', `Responses of ${operation}`);
  }
  // Its name must have its text, which says what it does.
  container
    .querySelector('.modal-btn[aria-label="Remove authorization"]')
    ?.removeAttribute('aria-label');
}

new MutationObserver(completeLabels).observe(container, { childList: true, subtree: true });

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
