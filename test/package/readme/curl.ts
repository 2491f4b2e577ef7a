/** Words of a shell command; quotes are the only thing that is special. */
export function shellWords(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
}

export interface CurlCall {
  readonly url: string;
  readonly init: RequestInit;
  /** Whether the head of the answer is shown. */
  readonly head: boolean;
}

/** Reads as much of curl as the documents use; anything else is an error. */
export function readCurl(command: string): CurlCall {
  const [name, ...words] = shellWords(command);
  if (name !== 'curl') {
    throw new Error(`${command} is no curl command`);
  }
  const headers = new Headers();
  let url = '';
  let method: string | undefined;
  let body: string | undefined;
  let head = false;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] as string;
    if (word === '-H') {
      index += 1;
      const [field = '', ...value] = (words[index] ?? '').split(': ');
      headers.append(field, value.join(': '));
    } else if (word === '-d') {
      index += 1;
      body = words[index] ?? '';
    } else if (word === '-X') {
      index += 1;
      method = words[index] ?? '';
    } else if (word === '-i') {
      head = true;
    } else if (word.startsWith('http://') && url === '') {
      url = word;
    } else {
      throw new Error(`The test doesn't know ${word} of ${command}`);
    }
  }
  const usual = body === undefined ? 'GET' : 'POST';
  return { url, head, init: { headers, method: method ?? usual, body: body ?? null } };
}
