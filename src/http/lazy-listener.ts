import type { RequestListener, ServerResponse } from 'node:http';

/**
 * Loads a listener at its first request and never before: Express costs most of a start.
 *
 * @param onError answers requests when it can't be loaded; default: their connections are lost
 */
export function loadLazily(
  load: () => Promise<RequestListener>,
  onError = (error: Error, response: ServerResponse): void => {
    response.destroy(error);
  },
): RequestListener {
  let listener: Promise<RequestListener> | undefined;
  return (request, response) => {
    listener ??= load();
    listener.then(
      (handle) => handle(request, response),
      (error) => onError(error, response),
    );
  };
}
