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

/** Completes what is in the page, now and whenever it changes. */
export function completeLabels(container: Element): void {
  const complete = () => {
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
  };
  new MutationObserver(complete).observe(container, { childList: true, subtree: true });
}
