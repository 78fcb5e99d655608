import { CALL_SECONDS } from '#contract/mcp.ts';

/** What another app lets its user set about a server, and Baton too. It changes nothing of what runs. */
export interface TakenSettings {
  /** The time limit for a call, in seconds. */
  timeout?: number;
  /** Names of tools that are switched off. */
  toolsOff?: string[];
}

/** opencode's `timeout` is for listing the tools. */
const OPENCODE = new Set<unknown>(['local', 'remote']);
/** Cline counts in seconds, up to an hour. Claude Code and Gemini CLI count in milliseconds. */
const MOST_SECONDS = 3600;

const names = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string' && one !== '') : [];

/** Reads them as other apps write them (their documentation, 2026-11). */
export function readTakenSettings(given: Record<string, unknown>): TakenSettings | null {
  const seconds = readSeconds(given);
  const off = new Set([
    ...names(given['disabled_tools']), // Codex
    ...names(given['excludeTools']), // Gemini CLI
    ...names(given['disabledTools']), // Roo Code
  ]);
  if (!(seconds > 0) && off.size === 0) return null;
  return {
    ...(seconds > 0 && { timeout: Math.min(Math.max(Math.round(seconds), CALL_SECONDS.min), CALL_SECONDS.max) }),
    ...(off.size > 0 && { toolsOff: [...off].sort() }),
  };
}

function readSeconds({ tool_timeout_sec: codex, timeout, type }: Record<string, unknown>): number {
  if (typeof codex === 'number') return codex;
  if (typeof timeout !== 'number' || OPENCODE.has(type)) return 0;
  return timeout > MOST_SECONDS ? timeout / 1000 : timeout;
}

/** Whether only the tools of a list are on: `enabled_tools` of Codex, `includeTools` of Gemini CLI, `available_tools` of goose. */
export function listsTools(given: Record<string, unknown>): boolean {
  return ['enabled_tools', 'includeTools', 'available_tools'].some((field) => names(given[field]).length > 0);
}
