import type { Root, RootContent } from 'hast';
import { errorMessage } from '#core/thrown.ts';
import { serveWorker } from '#workers/worker-calls.ts';
import { readBlocks } from '../block-reader.ts';
import { SLICE_COST, TEXT_COST } from '../cost.ts';
import { fitBlocks, withinBudget } from '../fit-blocks.ts';
import type { ColoredPart, TextMethods, TextReply, TextRequest } from './text-messages.ts';

const textOf = (node: RootContent): string =>
  node.type === 'text' ? node.value : 'children' in node ? node.children.map(textOf).join('') : '';
const spansOf = (node: RootContent): number =>
  'children' in node ? node.children.reduce((sum, child) => sum + spansOf(child), 2) : 1;

/** `null` when one part, or all of them, would cost too much. */
export function divideColors({ children }: Root): ColoredPart[] | null {
  const parts: ColoredPart[] = [];
  let all = 0;
  let left = 0;
  for (const node of children) {
    const cost = spansOf(node);
    all += cost;
    if (cost > SLICE_COST || all > TEXT_COST) return null;
    if (cost > left) {
      parts.push({ text: '', nodes: [] });
      left = SLICE_COST;
    }
    left -= cost;
    const part = parts.at(-1);
    if (part) {
      part.text += textOf(node);
      part.nodes.push(node);
    }
  }
  return parts;
}

/** The grammars are loaded with the first code. */
export function serveText(post: (reply: TextReply) => void): (request: TextRequest) => Promise<void> {
  return serveWorker<TextMethods, string>(
    {
      read: async ({ text }) => withinBudget(fitBlocks(readBlocks(text))),
      async highlight({ language, code }) {
        const { hasGrammar, highlight } = await import('../grammars.ts');
        return hasGrammar(language) ? divideColors(highlight(language, code)) : null;
      },
    },
    { post, toFailure: (error, aborted) => (aborted ? null : errorMessage(error)) },
  );
}
