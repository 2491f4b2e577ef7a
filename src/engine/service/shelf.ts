import { type NewPet, type PetStatus, petStatuses } from './pet.js';

type ByStatus = Readonly<Record<PetStatus, number[]>>;

function emptyByStatus(): ByStatus {
  return Object.fromEntries(petStatuses.map((status) => [status, []])) as unknown as ByStatus;
}

/**
 * Pets in the order in which they came, each written as JSON once: a pet never changes, so a page is
 * a join of ready pieces.
 */
export class Shelf {
  readonly pieces: string[] = [];
  readonly byStatus = emptyByStatus();
  readonly #places = new Map<bigint, number>();

  /** @param piece the pet as JSON */
  put(id: bigint, { status }: NewPet, piece: string): void {
    const place = this.pieces.push(piece) - 1;
    this.#places.set(id, place);
    if (status !== undefined) {
      this.byStatus[status].push(place);
    }
  }

  has(id: bigint): boolean {
    return this.#places.has(id);
  }

  find(id: bigint): string | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.pieces[place];
  }

  count(status: PetStatus | undefined): number {
    return status === undefined ? this.pieces.length : this.byStatus[status].length;
  }

  /** The pet of that age among those with the status. */
  at(age: number, status: PetStatus | undefined): string {
    const place = status === undefined ? age : (this.byStatus[status][age] as number);
    return this.pieces[place] as string;
  }
}
