import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { document } from '../../../src/document/generated/document.js';
import { expectAccessible, useConsole } from '../../support/console.js';

const openPage = useConsole();
const openDocs = (options = {}) => openPage({ path: '/docs', ...options });

/** Fills in the form of an operation and sends it; returns the text of the response. */
async function send(page: Page, operation: string, fields: Record<string, string> = {}) {
  const form = page.getByRole('form', { name: `Send ${operation}` });
  for (const [name, text] of Object.entries(fields)) {
    await form.locator(`[name=${name}]`).fill(text);
  }
  await form.getByRole('button', { name: 'Send' }).click();
  const response = page.locator(`#${operation}`).getByRole('status');
  await response.getByText('/v1/pets').waitFor();
  return response.innerText();
}

test('describes every operation, parameter, response and example of the document', async () => {
  const { page } = await openDocs();
  const { paths, components } = document;

  const text = await page.locator('main').innerText();

  for (const [path, item] of Object.entries(paths)) {
    for (const [method, { operationId, summary }] of Object.entries(item)) {
      expect(text).toContain(`${method.toUpperCase()} ${path}`);
      const link = page.getByRole('link', { name: operationId, exact: true });
      expect(await link.getAttribute('href')).toBe(`#${operationId}`);
      expect(await page.locator(`#${operationId} h2`).innerText()).toBe(summary);
    }
  }
  for (const { description, content } of Object.values(components.responses)) {
    for (const part of [description, ...Object.keys(content['application/json'].examples)]) {
      expect(text).toContain(part);
    }
  }
  expect(text).toMatch(/limit\s+integer, minimum 1, maximum 100, default 20/);
  expect(text).toContain('deprecated, to be removed on 2030-12-05');
  expect(text).not.toMatch(/x-[a-z]/);
  const point = page.locator('#createPet').getByRole('link', { name: 'omitted-status' });
  expect(await point.getAttribute('href')).toBe('./#/behaviour?search=omitted-status');
  expect(await page.locator('#listPets details[open]').count()).toBe(2);
  expect(text).toMatch(/Pet\s[\s\S]*\bid\s+required integer, format int64/);
});

test('calls this simulator with the key, or one of its sandboxes', async () => {
  const { page, simulator } = await openDocs();

  const listed = await send(page, 'listPets', { limit: '1', status: 'wrong' });
  // The key and the sandbox are those of all forms.
  await page.locator('#getPet [name=sandbox]').fill('docs');
  await send(page, 'createPet');

  expect(listed).toContain(`GET ${simulator.url}/pets?limit=1&status=wrong\n\n400 Bad Request\n`);
  expect(await simulator.sandbox('default').requests()).toMatchObject([{ status: 400 }]);
  expect(await simulator.sandbox('docs').requests()).toMatchObject([
    { operation: 'createPet', status: 201, body: expect.stringContaining('Rex') },
  ]);
});

test('suggests statuses, and shows and copies code for what was typed', async () => {
  const { page } = await openDocs();
  const operation = page.locator('#listPets');
  const suggested = await operation
    .locator('[name=status]')
    .evaluate((input: HTMLInputElement) =>
      [...(input.list?.options ?? [])].map((one) => one.value),
    );

  await operation.locator('[name=status]').fill('sold');
  await operation.locator('[name=Prefer]').fill('code=503');
  await operation.getByRole('button', { name: 'fetch' }).click();
  await operation.getByRole('button', { name: 'Copy' }).click();
  await operation.getByRole('button', { name: 'Copied' }).waitFor();
  await operation.locator('[name=status]').fill('');
  await operation.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  await page.locator('#createPet textarea').fill('');
  await page.locator('#createPet textarea').press('ControlOrMeta+v');

  const pasted = await page.locator('#createPet textarea').inputValue();
  expect(pasted).toMatch(
    /fetch\("http.*\/v1\/pets\?status=sold", \{\n.*GET[\s\S]*"Prefer":"code=503"/,
  );
  expect(suggested).toEqual(['available', 'pending', 'sold']);
});

test('has no barriers in both themes, and leads back to the console', async () => {
  const { page } = await openDocs();

  await send(page, 'listPets');
  await send(page, 'createPet', { Prefer: 'example=missing-name' });
  await page.locator('summary').first().click();

  await expectAccessible(page);
  await page.getByRole('link', { name: 'Console' }).click();
  await page.getByRole('heading', { name: 'Traffic' }).waitFor();
});
