import type { Ask, Engine } from './engine.ts';
import type { Tx } from './types.ts';

/** Gathers what a transaction asks, to be asked all at once; see `Engine.askTogether`. */
export class Questions {
  readonly #asks: Ask<unknown>[] = [];
  #answers: readonly unknown[][] | null = null;

  /** @returns what tells the answer's rows once all have been asked; none where nothing is asked */
  add<Row>(ask: Ask<Row>): () => Row[] {
    const at = this.#asks.push(ask) - 1;
    return () => {
      if (!this.#answers) throw new Error('not asked yet');
      // Its own statement's rows.
      return this.#answers[at] as Row[];
    };
  }

  async ask(db: Pick<Engine, 'askTogether'>, tx: Tx): Promise<void> {
    this.#answers = await db.askTogether(tx, this.#asks);
  }
}
