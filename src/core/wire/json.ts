import { isObject } from '../json.ts';

/** Helpers to read bodies of unknown shape. */
export type Json = Record<string, unknown>;

export function object(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** Nobody adds to it. */
const EMPTY: never[] = [];

export function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : EMPTY;
}

export function objects(value: unknown): Json[] {
  const all = list(value);
  return areObjects(all) ? all : all.map(object);
}

function areObjects(all: unknown[]): all is Json[] {
  for (const one of all) if (!isObject(one)) return false;
  return true;
}

export function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function isFilled(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Media type and content of a data URL. Empty for anything else. */
export function dataUrlOf(value: unknown): { mime: string; data: string } {
  const url = text(value);
  const head = /^data:([^;,]*)[^,]*,/.exec(url);
  return head ? { mime: head[1] ?? '', data: url.slice(head[0].length) } : { mime: '', data: '' };
}

/** Whether a string is JSON text of an object. */
export function isObjectJson(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  try {
    return isObject(JSON.parse(value));
  } catch {
    return false;
  }
}
