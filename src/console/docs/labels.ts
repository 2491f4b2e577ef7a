/** What Swagger UI leaves out for keyboards and screen readers. */

type Fix = (element: Element) => void;

/** Sets an attribute that Swagger UI doesn't set, so that it stays. */
const set =
  (name: string, value: string): Fix =>
  (element) =>
    element.setAttribute(name, value);

const label = (text: string) => set('aria-label', text);

/** The name of the operation that an element is part of. */
const findOperation = (element: Element) => element.closest('.opblock')?.id.split('-').at(-1) ?? '';

const fixes: readonly (readonly [selector: string, fix: Fix])[] = [
  ['.information-container section', label('About the service')],
  ['.schemes', label('Server and key')],
  ['.close-modal', label('Close')],
  ['#servers', label('Server')],
  ['.examples-select-element', label('Example')],
  ['.content-type, .response-control-media-type select', label('Media type')],
  ['.body-param__text', label('Request body')],
  [
    '[data-param-name] :is(input, select)',
    (element) => {
      const name = element.closest('[data-param-name]')?.getAttribute('data-param-name');
      element.setAttribute('aria-label', name ?? '');
    },
  ],
  [
    '.responses-table[role=region]',
    (element) => element.setAttribute('aria-label', `Responses of ${findOperation(element)}`),
  ],
  // What scrolls must take the focus.
  ['.microlight, .curl, .opblock-body pre', set('tabindex', '0')],
  // Headings follow the title without a gap.
  ['h3.opblock-tag, .models > h4, .modal-ux-header h3', set('aria-level', '2')],
  ['.modal-ux-content h4', set('aria-level', '3')],
  ['.modal-ux-content h6', set('aria-level', '4')],
  ['.opblock h4', set('aria-level', '3')],
  ['.opblock h5', set('aria-level', '4')],
  // Its name must have its text, which says what it does.
  [
    '.modal-btn[aria-label="Remove authorization"]',
    (element) => element.removeAttribute('aria-label'),
  ],
];

/** Completes what is in the page, now and whenever it changes. */
export function completeLabels(container: Element): void {
  const complete = () => {
    for (const [selector, fix] of fixes) {
      container.querySelectorAll(selector).forEach(fix);
    }
  };
  new MutationObserver(complete).observe(container, { childList: true, subtree: true });
}
