import { behaviour } from '../support/behaviour.js';
import { expectRefused, sendBody } from './refused.js';

const whole = '{"name":"Rex","categoryId":2}';
/** What every message about the body as a whole has: the field, what was expected, the section. */
const always = ['The body', 'section 4.2', 'Send a NewPet, such as {"name"'];

/** What it is, the body, and what the message quotes. */
const notJson: [name: string, body: string, got: string][] = [
  ['without quotes', '{name:"Rex","categoryId":2}', "'n' at position 1"],
  ['in single quotes', "{'name':'Rex','categoryId':2}", 'at position 1'],
  ['with a trailing comma', '{"name":"Rex","categoryId":2,}', "'}' at position 29"],
  ['with a comment', '{"name":"Rex",/* a cat */"categoryId":2}', "'/' at position 14"],
  ['with text after it', `${whole} or so`, "'o' at position 30"],
  ['twice', `${whole}\n${whole}`, "'{' at position 30"],
  ['with a raw newline in a string', '{"name":"R\nex","categoryId":2}', 'Invalid character'],
  ['with an unknown escape', '{"name":"R\\x","categoryId":2}', 'Invalid escape'],
  ['with half a unicode escape', '{"name":"\\u12","categoryId":2}', 'Invalid unicode'],
  ['with a no-break space before it', `\u00a0${whole}`, 'at position 0'],
  ['as a form', 'name=Rex&categoryId=2', "'n' at position 0"],
  ['as XML', '<pet><name>Rex</name></pet>', "'<' at position 0"],
];

for (const [name, body, got] of notJson) {
  behaviour(`a body ${name} is refused, and the message says where`, async (open) => {
    const client = await open();
    await expectRefused(client, () => sendBody(client, body), [...always, 'not JSON', got]);
  });
}

/** Every cut of a whole body but none and all. */
const cuts = Array.from({ length: whole.length - 1 }, (_, index) => whole.slice(0, index + 1));

behaviour('a body that is cut off anywhere is refused', async (open) => {
  for (const body of cuts) {
    const client = await open();
    await expectRefused(client, () => sendBody(client, body), [...always, 'not JSON']);
  }
});

const duplicates: [field: string, body: string][] = [
  ['name', '{"name":"Rex","name":"Max","categoryId":2}'],
  ['categoryId', '{"name":"Rex","categoryId":2,"categoryId":3}'],
  ['status', '{"name":"Rex","categoryId":2,"status":"sold","status":"pending"}'],
  ['toString', '{"name":"Rex","categoryId":2,"toString":1,"toString":2}'],
  ['__proto__', '{"name":"Rex","categoryId":2,"__proto__":1,"__proto__":2}'],
  ['name', '{"name":"Rex","n\\u0061me":"Max","categoryId":2}'],
];

for (const [field, body] of duplicates) {
  behaviour(`the body ${body} is refused for its duplicate key`, async (open) => {
    const client = await open();
    const words = [...always, 'Duplicate key', `'${field}'`];
    await expectRefused(client, () => sendBody(client, body), words);
  });
}

const notAnObject: [body: string, got: string][] = [
  ['[]', 'got an array'],
  [`[${whole}]`, 'got an array'],
  ['null', 'got null'],
  ['true', 'got true (a boolean)'],
  ['42', 'got 42 (a number)'],
  ['"Rex"', 'got "Rex" (a string)'],
  [JSON.stringify(whole), '(a string)'],
];

for (const [body, got] of notAnObject) {
  behaviour(`the body ${body} is refused, as it is no object`, async (open) => {
    const client = await open();
    await expectRefused(client, () => sendBody(client, body), [
      ...always,
      'must be an object',
      got,
    ]);
  });
}

for (const body of ['', ' ', '\r\n\t ']) {
  behaviour(`the body ${JSON.stringify(body)} is refused as empty`, async (open) => {
    const client = await open();
    await expectRefused(client, () => sendBody(client, body), [...always, 'empty']);
  });
}

behaviour('a POST that has no body at all is refused as empty', async (open) => {
  const client = await open();
  const headers = { Authorization: 'Bearer test-key', 'Content-Type': 'application/json' };
  const send = () => client.send('/v1/pets', { method: 'POST', headers });
  await expectRefused(client, send, [...always, 'empty']);
});
