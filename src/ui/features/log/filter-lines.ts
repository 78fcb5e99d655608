import { LOG_LEVELS } from '#core/log/log-line.ts';
import type { LogLevel, LogLine } from '#core/log/log-line.ts';

export interface LogFilter {
  /** This level and more severe ones. */
  level: LogLevel;
  /** Empty for any name. */
  event: string;
  /** Empty for any conversation or none. */
  session: string;
  text: string;
}

export const NO_FILTER: LogFilter = { level: 'debug', event: '', session: '', text: '' };

/** A line as shown in a row. */
export interface ShownLine extends LogLine {
  key: string;
}

export function filterLines(lines: readonly ShownLine[], { level, event, session, text }: LogFilter): ShownLine[] {
  const least = LOG_LEVELS.indexOf(level);
  const query = text.trim().toLocaleLowerCase();
  return lines.filter(
    (line) =>
      LOG_LEVELS.indexOf(line.level) >= least &&
      (event === '' || line.event === event) &&
      (session === '' || line.sessionID === session) &&
      (query === '' || textOf(line).toLocaleLowerCase().includes(query)),
  );
}

/** By time. At equal times the host's lines come first, and each side keeps its own order. */
export function mergeLines(host: readonly ShownLine[], page: readonly ShownLine[]): ShownLine[] {
  return [...host, ...page].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** The line as written in the file. */
export function lineText({ key: _key, ...line }: ShownLine): string {
  return JSON.stringify(line);
}

function textOf({ event, sessionID = '', data }: ShownLine): string {
  return `${event} ${sessionID} ${data ? JSON.stringify(data) : ''}`;
}
