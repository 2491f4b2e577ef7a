/** The functions behind a click, without the page. */
import { readFileSync } from 'node:fs';
import axe from 'axe-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isForced, toggleNote } from '../../../src/console/active.js';
import { readInstant } from '../../../src/console/clock.js';
import { findMistake, readChange, readPetForm } from '../../../src/console/pets.js';
import { findPoints } from '../../../src/console/points.js';
import {
  describeNow,
  findNext,
  formatSequence,
  isOfRow,
  readSequence,
} from '../../../src/console/responses.js';
import { returnTo, setParameters, switchSandbox } from '../../../src/console/router.js';
import { findSandboxes } from '../../../src/console/sandboxes.js';
import { readStored, store } from '../../../src/console/storage.js';
import { openPointNames } from '../../../src/document/open-points.js';
import { petFields } from '../../../src/document/pet.js';
import type { SandboxSummary } from '../../../src/engine/control.js';
import type { RuleState } from '../../../src/engine/scenario.js';

const rule: RuleState = { id: 'rule-1', code: 503, delay: 300, times: 3, applied: 1, tried: 1 };

test.for([
  ['a first status', undefined, { code: 404 }, [{ code: 404 }]],
  ['another status', rule, { code: 404 }, [{ code: 404, delay: 300, times: 2 }]],
  ['the status goes', rule, { code: undefined }, [{ delay: 300, times: 2 }]],
  ['always', rule, { times: undefined }, [{ code: 503, delay: 300 }]],
  ['nothing is left', { ...rule, delay: undefined }, { code: undefined }, []],
] as const)('the next rule of a row: %s', ([_name, current, changed, next]) => {
  expect(findNext(current, changed)).toEqual(next);
});

test.for([
  [undefined, 'As usual'],
  [{ ...rule, operation: 'getPet' }, 'Fails with 503 after 300 ms, 2 more times'],
  [
    { ...rule, operation: 'getPet', match: { petId: '7' } },
    'getPet fails with 503 after 300 ms for pet 7, 2 more times',
  ],
  [rule, 'Every operation fails with 503 after 300 ms, 2 more times'],
] as const)('the next response of getPet under %j: %s', ([applies, sentence]) => {
  expect(describeNow(applies, 'getPet')).toBe(sentence);
});

test.for([
  [
    '503, 503 200 404,200',
    [
      { code: 503, times: 2 },
      { delay: 0, times: 1 },
      { code: 404, times: 1 },
    ],
    '503, 503, 200, 404',
  ],
  ['', [], ''],
  ['200', [], ''],
] as const)('reads the sequence "%s", and shows it again', ([text, steps, shown]) => {
  expect(readSequence(text)).toEqual(steps);
  expect(
    formatSequence(steps.map((step) => ({ ...rule, code: undefined, ...step, applied: 0 }))),
  ).toBe(shown);
});

test.for([
  [{}, true],
  [{ applied: 3 }, false],
  [{ operation: 'getPet' }, false],
  [{ match: { petId: '7' } }, false],
  [{ headers: { A: 'b' } }, false],
] as const)('a rule of every operation with %j is that of its row: %s', ([changed, isOwn]) => {
  const changing = { ...rule, ...changed };

  expect(isOfRow(changing, undefined)).toBe(isOwn);
  const settings = { delay: { from: 0, to: 0 } };
  expect(isForced({ rules: [changing], settings } as never)).toBe(!('applied' in changed));
  expect(isForced({ rules: [], settings: { delay: { from: 0, to: 5 } } } as never)).toBe(true);
});

test('a click allows a note, and the next one forbids it', () => {
  const allow = toggleNote(['open'], 'deprecated');

  expect([allow, toggleNote(allow, 'open')]).toEqual([['open', 'deprecated'], ['deprecated']]);
});

test('an instant that a person types is one of UTC', () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(readInstant('2030-12-04T23:30:00')).toBe('2030-12-04T23:30:00.000Z');
});

test('the back button takes a step back, and no correction of the URL', () => {
  const [assign, replace] = [vi.fn(), vi.fn()];
  vi.stubGlobal('location', { hash: '#/pets?skip=50&search=Rex', assign, replace });
  onTestFinished(() => void vi.unstubAllGlobals());

  setParameters({ search: '' });
  setParameters({ skip: '' }, false);

  expect(assign.mock.calls).toEqual([['#/pets?skip=50']]);
  expect(replace.mock.calls).toEqual([['#/pets?search=Rex']]);
});

test('keeps values where a browser blocks storage, too', () => {
  const block = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  vi.stubGlobal('sessionStorage', new Proxy({}, { get: block }));
  onTestFinished(() => void vi.unstubAllGlobals());

  store('theme', 'dark');
  expect([readStored('theme'), readStored('token')]).toEqual(['dark', '']);
});

test('says which step of a sequence is none', () => {
  expect(() => readSequence('503, abc')).toThrow('got "abc"');
  expect(() => readSequence('302')).toThrow('got "302"');
});

test('another sandbox keeps the filters, and not what was open', () => {
  const parameters = { sandbox: 'a', exchange: 'a/7', skip: '50', outcome: '4xx' };

  expect(switchSandbox(parameters, 'b')).toEqual({
    sandbox: 'b',
    exchange: '',
    skip: '',
    outcome: '4xx',
  });
});

test('returns to the list of all sandboxes, and to no other sandbox than the chosen one', () => {
  const all = { exchange: 'a/7', outcome: '4xx' };

  expect([returnTo(all, 'a'), returnTo(all), returnTo(all, 'b')]).toEqual([
    all,
    all,
    { sandbox: 'b' },
  ]);
  expect(returnTo({ sandbox: 'a' })).toEqual({ sandbox: 'default' });
});

test('finds sandboxes by name or test, the exact name first, and offers a new name', () => {
  const names = ['default', 'a-1', 'a-11', 'b'];
  const sandboxes = names.map((name) => ({ name, ...(name === 'b' && { test: 'A-1 pays' }) }));
  const find = (typed: string) => {
    const { found, isNew } = findSandboxes(sandboxes as SandboxSummary[], typed);
    return [found.map(({ name }) => name), isNew];
  };

  expect(find('')).toEqual([['b', 'a-11', 'a-1', 'default'], false]);
  expect(find('a-1')).toEqual([['a-1', 'b', 'a-11'], false]);
  expect(find('a-2')).toEqual([[], true]);
  expect(find('a 2')).toEqual([[], false]);
});

test.for([
  ['id', '', undefined],
  ['id', '9223372036854775807', undefined],
  ['id', '9223372036854775808', 'of 64 bits'],
  ['categoryId', 'banana', 'A whole number'],
  ['categoryId', '1.5', 'A whole number'],
  ['name', 'banana', undefined],
] as const)('in the field %s, "%s" is wrong because: %s', ([name, value, mistake]) => {
  const field = petFields.find((one) => one.name === name);

  expect(field && findMistake(field, value)).toEqual(mistake && expect.stringContaining(mistake));
});

test('an emptied field is no text but a name, and no value otherwise', () => {
  const change = (wanted: string, value: string) =>
    petFields.filter(({ name }) => name === wanted).map((field) => readChange(field, value));

  expect(change('name', '')).toEqual([{ name: '' }]);
  expect(change('status', '')).toEqual([{ status: null }]);
  expect(change('status', 'sold')).toEqual([{ status: 'sold' }]);
});

test('a new pet has no empty fields but its name', () => {
  expect(readPetForm({ id: '', name: '', categoryId: '1', status: '' })).toEqual({
    name: '',
    categoryId: '1',
  });
});

test('finds open points by group, by change and by text', () => {
  const find = (group: string, search = '') =>
    findPoints(['list-order', 'long-name'], group, search).flatMap(([, points]) => points);

  expect(find('').toSorted()).toEqual(openPointNames.toSorted());
  expect(find('changed')).toEqual(['list-order', 'long-name']);
  expect(find('getPet')).toEqual(['malformed-pet-id', 'pet-id-spelling', 'after-sunset']);
  expect(find('listPets', ' Shuffled ')).toEqual(['list-order']);
  expect(find('any', '255')).toEqual([]);
});

test('edges of inputs stand out from every surface, in both themes', () => {
  const tokens = readFileSync(new URL('../../../src/console/tokens.css', import.meta.url), 'utf8');
  const { Color, getContrast } = Object(axe).commons.color;
  const readColours = (token: string) =>
    (RegExp(`--${token}: light-dark\\((.*), (.*)\\)`).exec(tokens)?.slice(1) ?? []).map((text) => {
      const colour = new Color();
      colour.parseString(text);
      return colour;
    });
  const edges = readColours('edge');

  for (const surface of ['page', 'sunken', 'raised']) {
    const contrasts = readColours(surface).map((colour, theme) =>
      getContrast(edges[theme], colour),
    );
    expect(contrasts, surface).toEqual([expect.any(Number), expect.any(Number)]);
    expect(Math.min(...contrasts), surface).toBeGreaterThanOrEqual(3);
  }
});
