import { documentLevel } from './document-levels.ts';
import type { Redactor } from './redact.ts';

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** One log entry: small and without secrets. */
export interface LogLine {
  /** ISO 8601. */
  at: string;
  level: LogLevel;
  /** Name of the event; those of hooks are `[hook] description` (reliability.md S1-74). */
  event: string;
  from: 'host' | 'page';
  /** The session it is about. */
  sessionID?: string;
  data?: Record<string, unknown>;
}

const MAX_EVENT_LENGTH = 200;
/** Maximum characters of the data as JSON. */
const MAX_DATA_LENGTH = 8_000;

/** `texts`: user content may be included. Never throws. */
export function logLine(
  redactor: Redactor,
  { at, level, event, from }: Pick<LogLine, 'at' | 'level' | 'event' | 'from'>,
  data: Readonly<Record<string, unknown>> = {},
  texts = false,
): LogLine {
  const { sessionID, ...rest } = asRecord(redactor.value(data, { texts }));
  const line: LogLine = {
    at,
    level,
    event: redactor.text(event).slice(0, MAX_EVENT_LENGTH),
    from,
  };
  if (typeof sessionID === 'string') line.sessionID = sessionID;
  const size = (JSON.stringify(rest) ?? '').length;
  if (size > MAX_DATA_LENGTH) line.data = { leftOut: `${size} characters` };
  else if (Object.keys(rest).length > 0) line.data = rest;
  return line;
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Hooks log without a level, so it is read from the wording. */
export function levelOf(event: string): LogLevel {
  const documented = documentLevel(event);
  if (documented) return documented;
  if (/\b(failed|Switched off|not read)\b/.test(event)) return 'warn';
  return event.startsWith('[') && !/\b(Skipped|Set non-interactive)\b/.test(event) ? 'info' : 'debug';
}
