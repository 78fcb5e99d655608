import { isObject } from '../base/json.ts';
import type { ScriptProblem } from '../answers/script-problem.ts';
import type { RequestedCall } from './script.ts';

/** Index of the end of the JSON object that starts at `from`; -1 when it does not end. */
function endOfObject(text: string, from: number): number {
  let depth = 0;
  let quoted = false;
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (quoted) {
      if (char === '\\') at++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === '{') depth++;
    else if (char === '}' && --depth === 0) return at + 1;
  }
  return -1;
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    // Not JSON: the caller reports the problem.
    return null;
  }
}

/**
 * Parses `name {"json": 1} name2 {"json": 2} …`; arguments are optional. Returns the problem if it
 * can't be parsed.
 */
export function readCalls(text: string): RequestedCall[] | Omit<ScriptProblem, 'line'> {
  const calls: RequestedCall[] = [];
  let rest = text.trim();
  while (rest !== '') {
    const name = /^[^\s{]+/.exec(rest)?.[0];
    if (name === undefined) return { why: 'tool-name', about: rest };
    rest = rest.slice(name.length).trimStart();
    if (!rest.startsWith('{')) {
      calls.push({ name, args: null });
      continue;
    }
    const end = endOfObject(rest, 0);
    const args = end < 0 ? null : parseObject(rest.slice(0, end));
    if (!args) return { why: 'arguments', about: name };
    calls.push({ name, args });
    rest = rest.slice(end).trimStart();
  }
  return calls.length === 0 ? { why: 'tool-name', about: '' } : calls;
}
