import { CALL_SECONDS } from '#contract/mcp.ts';

/** opencode's `timeout` is for listing the tools. */
const OPENCODE = new Set<unknown>(['local', 'remote']);
/** Cline counts in seconds, up to an hour. Claude Code and Gemini CLI count in milliseconds. */
const MOST_SECONDS = 3600;

/** The time limit for a call as other apps write it (their documentation, 2026-11), in seconds. */
export function readTimeLimit({ tool_timeout_sec: codex, timeout, type }: Record<string, unknown>): number | null {
  const other = typeof timeout === 'number' && !OPENCODE.has(type) ? timeout : 0;
  const seconds = typeof codex === 'number' ? codex : other > MOST_SECONDS ? other / 1000 : other;
  return seconds > 0 ? Math.min(Math.max(Math.round(seconds), CALL_SECONDS.min), CALL_SECONDS.max) : null;
}
