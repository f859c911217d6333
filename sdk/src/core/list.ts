export type Page<T> = { results: T[]; page: number; has_next: boolean };

type LoadPage<P> = (query: Readonly<Record<string, unknown>>) => Promise<P>;

/** The most that a list has on a page: fewer calls for the same rows. */
const pageSizeMax = 100;

/** All rows of a list: `for await (const row of list)` requests page after page as it goes on. */
export class List<T, P = Page<T>> implements AsyncIterable<T> {
  readonly #load: LoadPage<P>;
  readonly #query: Readonly<Record<string, unknown>>;

  constructor(load: LoadPage<P>, query: Readonly<Record<string, unknown>> = {}) {
    this.#load = load;
    this.#query = query;
  }

  /** One page with its numbers, by default the one that the query says, or the first. */
  page(number?: number): Promise<P> {
    return this.#load(number === undefined ? this.#query : { ...this.#query, page: number });
  }

  async *pages(): AsyncGenerator<P, void> {
    const hasSize = this.#query.page_size ?? this.#query.limit;
    const query = hasSize ? this.#query : { ...this.#query, page_size: pageSizeMax };
    for (let page = Number(query.page ?? 1); ; page += 1) {
      const loaded = await this.#load({ ...query, page });
      yield loaded;
      if (!(loaded as Page<T>).has_next) return;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void> {
    for await (const page of this.pages()) yield* (page as Page<T>).results;
  }

  /** The first rows as an array; `max` protects from a list that is longer than you think. */
  async toArray({ max }: { max: number }): Promise<T[]> {
    const rows: T[] = [];
    for await (const row of this) {
      if (rows.length >= max) break;
      rows.push(row);
    }
    return rows;
  }
}
