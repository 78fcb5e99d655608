import type { ToolCallPart } from '../message.ts';
import { errorMessage } from '../thrown.ts';

export type ReadArguments = { ok: true; args: Readonly<Record<string, unknown>> } | { ok: false; why: string };

/** Reads the arguments of a call. Missing arguments are an empty object; anything but an object is malformed. */
export function readArguments({ args, rawArgs }: ToolCallPart): ReadArguments {
  if (rawArgs !== undefined) return fromText(rawArgs);
  if (typeof args === 'string') return fromText(args);
  return args === undefined || args === null ? { ok: true, args: {} } : fromValue(args);
}

/** Whether the arguments arrived complete, whatever they hold. */
export function hasCompleteArguments({ rawArgs }: ToolCallPart): boolean {
  return rawArgs === undefined || fromText(rawArgs).ok;
}

/** Whether any argument arrived. Vendors send none for a call that has none, and for one that was cut off early. */
export function hasArguments(call: ToolCallPart): boolean {
  const read = readArguments(call);
  return !read.ok || Object.keys(read.args).length > 0;
}

function fromText(text: string): ReadArguments {
  if (text.trim() === '') return { ok: true, args: {} };
  try {
    return fromValue(JSON.parse(text) as unknown);
  } catch (error) {
    return { ok: false, why: errorMessage(error) };
  }
}

function fromValue(value: unknown): ReadArguments {
  if (Array.isArray(value)) return { ok: false, why: 'they are a list' };
  if (typeof value === 'object' && value !== null) return { ok: true, args: value as Record<string, unknown> };
  return { ok: false, why: value === null ? 'they are null' : `they are a ${typeof value}` };
}
