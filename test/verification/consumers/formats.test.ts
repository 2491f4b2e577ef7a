import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, test } from 'vitest';
import {
  formatAnnotations,
  formatJobSummary,
  formatJson,
  formatJunit,
} from '../../../src/verification/consumers/files.js';
import { readPact } from '../../../src/verification/consumers/pact-file.js';
import { mapNothing } from '../../../src/verification/consumers/state-map.js';
import { formatPlan, formatReport } from '../../../src/verification/consumers/text.js';
import { createConsumer, createReport, failed, passed, unknown } from './report.js';

const until = '2999-12-31';
const accepted = [{ consumer: 'shop', interaction: 'no pets', until, reason: 'SHOP-12' }];

describe('the outcome is', () => {
  test.each([
    ['passed', 'all passed', createReport([createConsumer('app', [passed])])],
    ['failed', 'one failed', createReport()],
    [
      'inconclusive',
      'one is inconclusive',
      createReport([createConsumer('till', [passed, unknown])]),
    ],
    ['inconclusive', 'a pact has no interactions', createReport([createConsumer('till', [])])],
    ['passed', 'a pending pact failed', createReport([createConsumer('app', [failed], true)])],
    [
      'passed',
      'a pending interaction failed',
      createReport([createConsumer('app', [{ ...failed, pending: true }])]),
    ],
    ['passed', 'the failure is accepted', createReport(undefined, accepted)],
  ])('%s if %s', (outcome, _, report) => {
    expect(report.outcome).toBe(outcome);
  });
});

describe('text', () => {
  test('says what each consumer needs, and whether it gets it', () => {
    const text = formatReport(createReport(), false);

    expect(text).toContain('app needs 1 interaction and gets it.\n   pact      app.json\n');
    expect(text).toContain('shop needs 2 interactions and gets 1; 1 failed.');
    expect(text).toContain(' ✗ no pets\n   request   GET /pets\n');
    expect(text).toMatch(/^shop +1 +0 +1$/m);
    expect(text).toContain('http://127.0.0.1/v1 passes 1 of 2 pacts. It fails "shop".');
  });

  test('shows why a failure is accepted, and which entries are expired or unused', () => {
    const old = { ...accepted[0], until: '2020-01-01' } as (typeof accepted)[number];
    const unused = { ...old, until, interaction: 'a list of pets' };
    const unknownEntry = { ...unused, consumer: 'till' };
    const entries = [...accepted, old, unused, unknownEntry];
    const text = formatReport(createReport(undefined, entries), false);

    expect(text).toContain(` ✗ no pets (accepted until ${until}: SHOP-12)`);
    expect(text).toContain('Accepted failure has expired: shop, no pets (until 2020-01-01).');
    expect(text).toContain(
      'Accepted failure is not needed; remove it from the file: shop, a list of pets',
    );
    expect(text).toContain(
      'No pact has the interaction of an accepted failure; correct or remove it: till, a list of pets',
    );
  });

  test('escapes control characters of a pact', () => {
    const report = createReport([createConsumer('a\u001b[2J', [{ ...failed, name: 'b\u0007' }])]);

    const text = formatReport(report, false);

    expect(text).not.toContain('\u0007');
    expect(text).not.toContain('\u001b');
    expect(text).toContain('a\\u001b[2J needs 1 interaction');
  });

  test('has no line that GitHub Actions takes for a command', () => {
    const name = ' ::error::forged';
    const report = createReport([
      { ...createConsumer(name, [{ ...failed, name, states: [name] }]), notices: [name] },
    ]);

    expect(formatReport(report, false)).not.toMatch(/^\s*::/m);
  });

  test('escapes the name of a consumer before the verification begins', () => {
    const text = JSON.stringify({ consumer: { name: '::error::a\u001b[2J\n::error::b' } });
    const pacts = [readPact({ source: 'shop.json', text }, mapNothing)];

    const plan = formatPlan('http://127.0.0.1', { pacts, createsPets: false, namePrefix: '' });

    expect(plan).toContain(
      '\n  \\u003a:error::a\\u001b[2J\\u000a::error::b: 0 interactions (shop.json)\n',
    );
  });
});

test('JSON has the consumers with their interactions', () => {
  expect(JSON.parse(formatJson(createReport()))).toMatchObject({
    outcome: 'failed',
    consumers: [{ consumer: 'app' }, { consumer: 'shop', interactions: [passed, failed] }],
  });
});

describe('JUnit', () => {
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '' });
  const read = async (...args: Parameters<typeof createReport>) => {
    const xml = await formatJunit(createReport(...args));
    expect(XMLValidator.validate(xml)).toBe(true);
    return [parser.parse(xml).testsuites.testsuite].flat();
  };

  test('has a suite for each pact, and names the consumer of a failure', async () => {
    const [app, shop] = await read();

    expect(app).toMatchObject({ name: 'app', tests: '1', failures: '0' });
    expect(shop).toMatchObject({ name: 'shop', tests: '2', failures: '1' });
    expect(shop.testcase[1]).toMatchObject({
      classname: 'pact.shop',
      failure: {
        message: 'shop: no pets',
        '#text': 'request   GET /pets\nexpected  204\nreceived  200 []',
      },
    });
  });

  test('has accepted, pending and inconclusive interactions as skipped', async () => {
    const [, shop] = await read(undefined, accepted);
    const [pending] = await read([createConsumer('app', [failed, unknown], true)]);

    expect(shop).toMatchObject({ failures: '0', skipped: '1' });
    expect(pending).toMatchObject({ failures: '0', skipped: '2' });
  });
});

test.each([
  [{ reason: 'no response' }, 'Not verified: no response'],
  [{ stopped: 'no response' }, 'Incomplete: no response.'],
])('a run that ends early says why: %j', async (why, sentence) => {
  const report = { ...createReport([]), ...why };

  expect(await formatJunit(report)).toMatch(/<error message="no response"/);
  expect(formatReport(report, false)).toContain(sentence);
});

describe('GitHub', () => {
  test('gets an annotation for each failure with its consumer', () => {
    expect(formatAnnotations(createReport())).toMatch(
      /^::error title=shop%3A no pets::request {3}GET \/pets%0Aexpected {2}204%0Areceived {2}200 \[\]\n$/,
    );
  });

  test('gets none for what is pending or accepted', () => {
    expect(formatAnnotations(createReport(undefined, accepted))).toBe('');
    expect(formatAnnotations(createReport([createConsumer('app', [failed], true)]))).toBe('');
  });

  test('gets the conclusion and the entries in lines of their own if nothing failed by itself', () => {
    const unused = { ...accepted[0], consumer: 'till' } as (typeof accepted)[number];

    expect(formatAnnotations(createReport([createConsumer('app', [])], [unused]))).toMatch(
      /Not shown: "app"\.%0ANo pact has/,
    );
  });

  test('gets a summary with a line for each consumer', () => {
    const summary = formatJobSummary(createReport());

    expect(summary).toContain('- app needs 1 interaction and gets it\\.\n- shop needs 2');
    expect(summary).toContain('### shop\\: no pets');
  });
});
