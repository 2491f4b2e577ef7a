import { behaviour } from '../support/behaviour.js';
import { expectRefused, sendBody } from './refused.js';

const whole = '{"name":"Rex","categoryId":2}';
/** What every message about the body as a whole has: the field, what was expected, the section. */
const always = ['The body', 'section 4.2', 'Send a NewPet, such as {"name"'];

/** What it is, the body, and what the message quotes. */
const notJson: [name: string, body: string, got: string][] = [
  ['without quotes', '{name:"Rex","categoryId":2}', 'unexpected "n" at position 1'],
  ['in single quotes', "{'name':'Rex','categoryId':2}", 'unexpected "\'" at position 1'],
  ['with equals signs', '{"name"="Rex","categoryId"=2}', 'unexpected "=" at position 7'],
  ['with a trailing comma', '{"name":"Rex","categoryId":2,}', 'unexpected "}" at position 29'],
  ['with a comment', '{"name":"Rex",/* a cat */"categoryId":2}', 'unexpected "/" at position 14'],
  ['with text after it', `${whole} or so`, 'unexpected "o" at position 30'],
  ['twice', `${whole}\n${whole}`, 'unexpected "{" at position 30'],
  [
    'with a raw newline in a string',
    '{"name":"R\nex","categoryId":2}',
    'string at position 8 has a wrong escape, or a control',
  ],
  [
    'with an unknown escape',
    '{"name":"R\\x","categoryId":2}',
    'string at position 8 has a wrong escape',
  ],
  [
    'with half a unicode escape',
    '{"name":"\\u12","categoryId":2}',
    'string at position 8 has a wrong escape',
  ],
  ['with a no-break space before it', `\u00a0${whole}`, 'unexpected "\u00a0" at position 0'],
  ['as a form', 'name=Rex&categoryId=2', 'unexpected "n" at position 0'],
  ['as XML', '<pet><name>Rex</name></pet>', 'unexpected "<" at position 0'],
];

for (const [name, body, got] of notJson) {
  behaviour(`rejects a body ${name} and names the place`, async (open) => {
    const client = await open();
    await expectRefused(client, () => sendBody(client, body), [
      ...always,
      "can't be read as JSON",
      got,
    ]);
  });
}

/** Every cut of a whole body but none and all. */
const cuts = Array.from({ length: whole.length - 1 }, (_, index) => whole.slice(0, index + 1));

behaviour('rejects a body that breaks off anywhere', async (open) => {
  for (const body of cuts) {
    const client = await open();
    await expectRefused(client, () => sendBody(client, body), [
      ...always,
      "can't be read as JSON: unexpected end",
    ]);
  }
});

const duplicates: [name: string, field: string, body: string][] = [
  ['name', 'name', '{"name":"Rex","name":"Max","categoryId":2}'],
  ['categoryId', 'categoryId', '{"name":"Rex","categoryId":2,"categoryId":3}'],
  ['status', 'status', '{"name":"Rex","categoryId":2,"status":"sold","status":"pending"}'],
  ['toString', 'toString', '{"name":"Rex","categoryId":2,"toString":1,"toString":2}'],
  ['__proto__', '__proto__', '{"name":"Rex","categoryId":2,"__proto__":1,"__proto__":2}'],
  ['an escaped name', 'name', '{"name":"Rex","n\\u0061me":"Max","categoryId":2}'],
];

for (const [name, field, body] of duplicates) {
  behaviour(`rejects a repeated key: ${name}`, async (open) => {
    const client = await open();
    const words = [...always, `the key "${field}" occurs twice`];
    await expectRefused(client, () => sendBody(client, body), words);
  });
}

const notAnObject: [name: string, body: string, got: string][] = [
  ['an empty array', '[]', 'got an array'],
  ['a pet in an array', `[${whole}]`, 'got an array'],
  ['null', 'null', 'got null'],
  ['true', 'true', 'got true (a boolean)'],
  ['a number', '42', 'got 42 (a number)'],
  ['a string', '"Rex"', 'got "Rex" (a string)'],
  ['a pet in a string', JSON.stringify(whole), '(a string)'],
];

for (const [name, body, got] of notAnObject) {
  behaviour(`rejects a body that is no object: ${name}`, async (open) => {
    const client = await open();
    await expectRefused(client, () => sendBody(client, body), [
      ...always,
      'must be an object',
      got,
    ]);
  });
}

for (const body of ['', ' ', '\r\n\t ']) {
  behaviour(`rejects an empty body of ${body.length} characters`, async (open) => {
    const client = await open();
    await expectRefused(client, () => sendBody(client, body), [...always, 'empty']);
  });
}

behaviour('rejects a POST without a body', async (open) => {
  const client = await open();
  const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };
  const send = () => client.send('/v1/pets', { method: 'POST', headers });
  await expectRefused(client, send, [...always, 'empty']);
});
