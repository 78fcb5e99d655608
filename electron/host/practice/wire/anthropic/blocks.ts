import { idOf } from '../../digest.ts';
import type { Json } from '../../json.ts';
import type { Plan, Step } from '../../script/plan.ts';

/** A finished content block, with the step it came from. */
export interface MadeBlock {
  step: Step;
  block: Json;
}

export interface BlockSeals {
  /** Signature of a thinking block; `content` are the blocks of this answer before it. */
  sign(step: Step, content: readonly Json[]): string;
}

/** The answer as content blocks. `omit` leaves the text of thinking out and keeps its signature (A31). */
export function makeBlocks(plan: Plan, seed: string, omit: boolean, seals: BlockSeals): MadeBlock[] {
  const made: MadeBlock[] = [];
  const before = () => made.map((one) => one.block);
  for (const [index, step] of plan.steps.entries())
    made.push({ step, block: makeBlock(step, `${seed}/${index}`, omit, seals, before()) });
  return made;
}

function makeBlock(step: Step, seed: string, omit: boolean, seals: BlockSeals, before: readonly Json[]): Json {
  switch (step.kind) {
    case 'thinking':
      return { type: 'thinking', thinking: omit ? '' : step.text, signature: seals.sign(step, before) };
    case 'redacted':
      return { type: 'redacted_thinking', data: seals.sign(step, before) };
    case 'call':
      return { type: 'tool_use', id: idOf('toolu_01', 22, seed), name: step.name, input: step.args };
    default:
      return { type: 'text', text: step.text };
  }
}
