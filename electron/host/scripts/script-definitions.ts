import { createHash } from 'node:crypto';
import { canonicalJson } from '#core/canonical-json.ts';
import type { Configuration } from '#core/reliability/configuration.ts';
import { readMatcher } from '#core/reliability/scripts/match-tool.ts';
import {
  DEFAULT_SCRIPT_SECONDS,
  SCRIPT_EVENTS,
  type ScriptEvent,
  TOOL_EVENTS,
  scriptName,
} from '#core/script-table.ts';

/** One script as it would be run. */
export interface ScriptDefinition {
  /** What a consent is bound to: everything that decides what runs, when, and what it sees. */
  hash: string;
  name: string;
  event: ScriptEvent;
  /** Null for events without tools, and for every tool. */
  matcher: string | null;
  command: string;
  seconds: number;
  /** Further variables that the user lets programs see. */
  allow: readonly string[];
}

/** The scripts of the user's own file, in its order; duplicates for one event count once. */
export function scriptDefinitions(
  { hooks }: Pick<Configuration, 'hooks'>,
  allowedEnv: readonly string[],
): ScriptDefinition[] {
  const allow = [...new Set(allowedEnv)].sort();
  const found = new Map<string, ScriptDefinition>();
  for (const event of SCRIPT_EVENTS)
    for (const { matcher, hooks: commands } of hooks[event] ?? [])
      for (const { command, timeout: seconds = DEFAULT_SCRIPT_SECONDS } of commands) {
        const every = !TOOL_EVENTS.has(event) || matcher === undefined || matcher === '' || matcher === '*';
        const facts = { event, matcher: every ? null : matcher, command, seconds, allow };
        const hash = createHash('sha256').update(canonicalJson(facts)).digest('hex');
        if (!found.has(hash)) found.set(hash, { hash, name: scriptName(command), ...facts });
      }
  return [...found.values()];
}

export function matchesOccasion(
  { event, matcher }: ScriptDefinition,
  occasion: { event: ScriptEvent; tool?: string },
): boolean {
  if (event !== occasion.event) return false;
  return matcher === null || (occasion.tool !== undefined && readMatcher(matcher)?.(occasion.tool) === true);
}
