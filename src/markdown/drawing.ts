import type { Block } from './ast.ts';
import { createBlockReader } from './block-reader.ts';
import { costOf, SLICE_COST } from './cost.ts';
import { countWithin, fitBlocks, withinBudget } from './fit-blocks.ts';
import { MAX_PROSE_LENGTH } from './limits.ts';
import { reuseBlocks } from './reuse-blocks.ts';

/** How much of a text one task reads. */
export const SLICE_LENGTH = 12_000;
/** More than a screen. It is shown while the whole text is read elsewhere. */
const START_LENGTH = 4_000;

export interface Drawn {
  blocks: readonly Block[];
  /** Whether the next turn has more to draw. */
  more: boolean;
  /** Whether the whole text was read and is drawn. */
  whole: boolean;
}

/** Reads a complete text in another thread. Gives `null` if that takes too long. */
export type ReadElsewhere = (text: string, signal: AbortSignal) => Promise<Block[] | null>;

export interface Drawing {
  /**
   * What to draw of a text now. Each turn, numbered upwards, adds as much as one task can read and draw. Nodes that stay
   * the same keep their identity.
   */
  draw(text: string, streaming: boolean, turn: number): Drawn;
  end(): void;
}

/** A text that is too long or too complex, as written. */
const asWritten = (text: string): Block[] => [{ type: 'verbatim', raw: text, text, beyond: true }];

/**
 * Reads and draws one text of the page in slices, whatever is in it. What goes beyond the budget of a text is shown as
 * written, so every text is whole. Calls `onMore` when `readElsewhere` has read it.
 */
export function createDrawing(readElsewhere: ReadElsewhere, onMore: () => void): Drawing {
  const reader = createBlockReader();
  let last = { text: '', streaming: false, turn: -1 };
  let readTo = 0;
  /** All that was read, in blocks that one task can draw, and how many of them are drawn. */
  let blocks: Block[] = [];
  let count = 0;
  let drawn: Drawn = { blocks, more: false, whole: true };
  let readsElsewhere = false;
  let stop = new AbortController();

  const take = (read: readonly Block[]) => {
    blocks = reuseBlocks(blocks, withinBudget(fitBlocks(read)));
  };

  async function readThere(text: string): Promise<void> {
    const { signal } = stop;
    const read = await readElsewhere(text, signal);
    if (signal.aborted) return;
    readsElsewhere = false;
    take(read ?? asWritten(text));
    onMore();
  }

  function read(text: string, streaming: boolean): void {
    stop.abort();
    stop = new AbortController();
    readsElsewhere = false;
    if (text.length > MAX_PROSE_LENGTH) take(asWritten(text));
    else if (streaming) {
      readTo = Math.min(text.length, readTo + SLICE_LENGTH);
      take(reader.read(text.slice(0, readTo), true));
    } else if (text.length <= SLICE_LENGTH) take(reader.read(text, false));
    else {
      // What streamed is shown until the text has been read, or else its start.
      if (blocks.length === 0) take(reader.read(text.slice(0, START_LENGTH), true));
      readsElsewhere = true;
      void readThere(text);
    }
  }

  return {
    draw(text, streaming, turn) {
      const isNew = text !== last.text || streaming !== last.streaming;
      if (!isNew && turn === last.turn) return drawn;
      if (!text.startsWith(last.text)) {
        blocks = [];
        count = 0;
        readTo = 0;
      }
      if (isNew || (streaming && readTo < text.length)) read(text, streaming);
      last = { text, streaming, turn };
      count = countWithin(blocks, costOf(blocks.slice(0, count)) + SLICE_COST);
      const unread = streaming && text.length <= MAX_PROSE_LENGTH && readTo < text.length;
      const more = unread || count < blocks.length;
      drawn = {
        blocks: count < blocks.length ? blocks.slice(0, count) : blocks,
        more,
        whole: !more && !readsElsewhere,
      };
      return drawn;
    },
    end: () => stop.abort(),
  };
}
