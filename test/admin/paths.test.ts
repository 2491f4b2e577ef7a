import { describe, expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../src/index.js';

async function open() {
  const { origin, close } = await startSimulator();
  onTestFinished(() => close());
  return (path: string, init?: RequestInit) => fetch(`${origin}/__admin${path}`, init);
}

describe.for(['', '/', '/none', '/none/of/them', '/provider-states/none', '/contracts/a/b'])(
  '/__admin%s',
  (path) => {
    test('answers 404 with all paths', async () => {
      const call = await open();

      const response = await call(path);

      expect(response.status).toBe(404);
      const { code, message } = (await response.json()) as { code: string; message: string };
      expect(code).toBe('not_found');
      expect(message).toContain(
        `"/__admin${path}" is not a path of the simulator. The paths are /__admin/sandboxes, `,
      );
      expect(message).toContain('/__admin/provider-states');
    });

    test.for(['GET', 'POST', 'DELETE', 'OPTIONS'])(
      'no page of another origin can read %s',
      async (method) => {
        const call = await open();

        const response = await call(path, { method });

        expect(response.headers.get('access-control-allow-origin')).toBeNull();
      },
    );
  },
);
