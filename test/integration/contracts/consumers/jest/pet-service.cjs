/** The client that a service gets, as Angular's HttpClient: it parses bodies, and rejects errors. */
class HttpClient {
  async request(method, url, { headers, body } = {}) {
    const response = await fetch(url, { method, headers, body: body && JSON.stringify(body) });
    const parsed = await response.json();
    if (!response.ok) {
      throw Object.assign(new Error(`Http failure response for ${url}`), { error: parsed });
    }
    return parsed;
  }
}

/** The service under test, as in an Angular app: a class that gets what it needs. */
class PetService {
  constructor(http, { url, key }) {
    this.http = http;
    this.url = url;
    this.headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  }

  /** The rows of a table. */
  async getRows() {
    const pets = await this.#request('GET', '/pets');
    return pets.map(({ name, status = 'unknown' }) => ({ title: name, badge: status }));
  }

  async create(name, categoryId, status) {
    const { status: created = 'unknown' } = await this.#request('POST', '/pets', {
      name,
      categoryId,
      status,
    });
    return { title: name, badge: created };
  }

  async #request(method, path, body) {
    try {
      return await this.http.request(method, this.url + path, { headers: this.headers, body });
    } catch ({ error }) {
      throw new Error(error.status === 401 ? 'Please sign in' : 'Please try again');
    }
  }
}

module.exports = { HttpClient, PetService };
