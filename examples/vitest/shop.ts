export interface Pet {
  readonly name: string;
  readonly status?: string;
}

/** The app under test: a shop that shows the pets for sale and adds new ones. */
export class Shop {
  readonly #url: string;
  readonly #apiKey: string;

  constructor(url: string, apiKey: string) {
    this.#url = url;
    this.#apiKey = apiKey;
  }

  async forSale(): Promise<Pet[]> {
    const response = await this.#fetch('/pets?status=available');
    return (await response.json()) as Pet[];
  }

  async takeIn(name: string, categoryId: number): Promise<void> {
    await this.#fetch('/pets', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ name, categoryId, status: 'available' }),
    });
  }

  /** Retries once when the service is unavailable. */
  async #fetch(path: string, init: RequestInit = {}, retries = 1): Promise<Response> {
    const headers = { ...init.headers, Authorization: `Bearer ${this.#apiKey}` };
    const response = await fetch(`${this.#url}${path}`, { ...init, headers });
    if (response.status === 503 && retries > 0) {
      return this.#fetch(path, init, retries - 1);
    }
    if (response.status === 401) {
      throw new Error('The store rejects the key. Ask its team for another one.');
    }
    if (!response.ok) {
      throw new Error(`The store answered ${response.status}`);
    }
    return response;
  }
}
