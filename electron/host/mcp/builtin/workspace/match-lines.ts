import { Script, createContext } from 'node:vm';
import { ToolError } from '../tool-error.ts';

export interface Match {
  line: number;
  text: string;
}

const TEXT_MS = 250;
const LINE_LENGTH = 300;

const SCRIPT = new Script(`(() => {
  const found = [];
  const lines = text.split(/\\r?\\n/);
  for (let index = 0; index < lines.length && found.length < most; index++)
    if (pattern.test(lines[index])) found.push(index);
  return found;
})()`);

/**
 * Finds lines by a regular expression that a model wrote. Such an expression can run forever, and only the engine's own
 * time limit stops it: a V8 context gives each file a quarter of a second, which is as long as the host can block. The
 * context is not a sandbox and needn't be: the script is ours, only pattern and text are not.
 */
export function createLineMatcher(
  pattern: string,
  literal: boolean,
  ignoreCase: boolean,
): (text: string, most: number) => Match[] {
  const source = literal ? pattern.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : pattern;
  const flags = ignoreCase ? 'i' : '';
  let compiled: RegExp;
  try {
    compiled = new RegExp(source, flags);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    throw new ToolError(
      `The pattern isn’t a regular expression: ${reason}. Set literal to search for the text itself.`,
    );
  }
  const context = createContext({ pattern: compiled, text: '', most: 0 });
  return (text, most) => {
    Object.assign(context, { text, most });
    let found: unknown;
    try {
      found = SCRIPT.runInContext(context, { timeout: TEXT_MS });
    } catch (error) {
      // The error comes from the other context, so `instanceof Error` is false here.
      if (typeof error === 'object' && error && 'code' in error && error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT')
        throw new ToolError('The pattern takes too long. Make it simpler: avoid repeated groups such as (a+)+.');
      throw error;
    }
    const lines = text.split(/\r?\n/);
    return (Array.isArray(found) ? found : []).map((index: number) => {
      const line = lines[index] ?? '';
      return { line: index + 1, text: line.length > LINE_LENGTH ? `${line.slice(0, LINE_LENGTH)}…` : line };
    });
  };
}
