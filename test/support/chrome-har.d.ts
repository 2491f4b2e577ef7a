declare module 'chrome-har' {
  /** Creates a HAR from the messages of the Chrome DevTools Protocol. */
  export function harFromMessages(messages: readonly object[], options: object): object;
}
