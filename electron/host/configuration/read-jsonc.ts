import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** A problem and its line in a file. */
export interface JsoncNote {
  code: 'syntax' | 'not-an-object' | 'too-large' | 'unsafe-key' | 'repeated-key';
  line: number | null;
  key: string;
  detail?: string;
}

export interface ReadJsonc {
  value: JsonObject;
  notes: JsoncNote[];
  /** Line of a dotted key, or of its nearest parent key. */
  lineOf: (key: string) => number | null;
}

/** Longer than any real configuration. */
const MAX_CHARS = 1_000_000;
const MAX_DEPTH = 64;
/** Assigned to a plain object, these keys would reach its prototype. */
const UNSAFE = new Set(['__proto__', 'constructor', 'prototype']);

export const dotted = (path: readonly PropertyKey[]): string => path.map(String).join('.');

/**
 * Parses an object of JSON with comments and trailing commas. Never throws: with a syntax error nothing is used, since
 * half of a text may mean the opposite.
 */
export function readJsonc(given: string): ReadJsonc {
  const text = typeof given === 'string' ? given.replace(/^\uFEFF/, '') : '';
  const lines = new Map<string, number>();
  const notes: JsoncNote[] = [];
  const nothing = (note: JsoncNote): ReadJsonc => ({ value: {}, notes: [note], lineOf: () => null });
  if (text.length > MAX_CHARS) return nothing({ code: 'too-large', line: null, key: '' });
  const lineAt = lineCounter(text);
  let root: Node | undefined;
  const errors: ParseError[] = [];
  try {
    root = parseTree(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  } catch {
    // Nested so deeply that the parser exceeded its stack.
    return nothing({ code: 'syntax', line: null, key: '', detail: 'TooDeep' });
  }
  const [first] = errors;
  if (first)
    return nothing({
      code: 'syntax',
      line: lineAt(first.offset),
      key: '',
      detail: printParseErrorCode(first.error),
    });
  if (!root) return { value: {}, notes, lineOf: () => null };
  if (root.type !== 'object') return nothing({ code: 'not-an-object', line: lineAt(root.offset), key: '' });

  const read = (node: Node, path: readonly string[]): Json => {
    if (path.length > MAX_DEPTH) return null;
    if (node.type === 'array')
      return (node.children ?? []).map((child, at) => {
        const inner = [...path, String(at)];
        lines.set(dotted(inner), lineAt(child.offset));
        return read(child, inner);
      });
    if (node.type !== 'object') return scalar(node.value);
    return readObject(node, path);
  };
  const readObject = (node: Node, path: readonly string[]): JsonObject => {
    const object: JsonObject = {};
    for (const { offset, children = [] } of node.children ?? []) {
      const [name, content] = children;
      if (!name || !content) continue;
      const key: unknown = name.value;
      if (typeof key !== 'string') continue;
      const inner = [...path, key];
      const at = { line: lineAt(offset), key: dotted(inner) };
      if (UNSAFE.has(key)) {
        notes.push({ code: 'unsafe-key', ...at });
        continue;
      }
      if (Object.hasOwn(object, key)) notes.push({ code: 'repeated-key', ...at });
      lines.set(at.key, at.line);
      object[key] = read(content, inner);
    }
    return object;
  };
  const value = readObject(root, []);
  return {
    value,
    notes,
    lineOf(key) {
      for (let at = key; at !== ''; at = at.includes('.') ? at.slice(0, at.lastIndexOf('.')) : '') {
        const line = lines.get(at);
        if (line !== undefined) return line;
      }
      return null;
    },
  };
}

function scalar(value: unknown): Json {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null;
}

function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}
