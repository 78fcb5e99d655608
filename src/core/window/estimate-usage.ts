import type { Part } from '../message.ts';
import type { Usage } from '../usage.ts';
import { estimatePart } from './estimate-request.ts';
import type { TokenWeights } from './token-weights.ts';

interface Broken {
  /** Tokens that the vendor had counted so far. */
  reported: Usage | undefined;
  /** The parts that were received. */
  parts: readonly Part[];
  /** Estimated tokens of the request. */
  input: number;
  weights: TokenWeights;
}

/**
 * Estimates the usage of an answer that was stopped or broke off. Vendors count the output last or, like Anthropic,
 * begin with a count of one. So the output is estimated from the received parts, unless the vendor counted more.
 */
export function usageOfBroken({ reported, parts, input, weights }: Broken): Usage | undefined {
  const output = Math.ceil(parts.reduce((sum, part) => sum + estimatePart(received(part), weights), 0));
  if (output <= (reported?.output ?? 0)) return reported;
  return reported ? { ...reported, output, estimated: 'output' } : { input, output, estimated: 'all' };
}

/** A call that broke off has its arguments as text. */
function received(part: Part): Part {
  return part.type === 'tool_call' && part.rawArgs !== undefined ? { ...part, args: part.rawArgs } : part;
}
