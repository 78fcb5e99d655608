import { LOG_LEVELS } from '#core/log/log-line.ts';
import type { LogLevel, LogLine } from '#core/log/log-line.ts';

export interface LogFilter {
  /** This level and what is worse. */
  level: LogLevel;
  /** Empty: of any name. */
  event: string;
  /** Empty: of any conversation and of none. */
  session: string;
  text: string;
}

export const NO_FILTER: LogFilter = { level: 'debug', event: '', session: '', text: '' };

/** A line as a row shows it. */
export interface ShownLine extends LogLine {
  key: string;
}

export function filterLines(lines: readonly ShownLine[], { level, event, session, text }: LogFilter): ShownLine[] {
  const least = LOG_LEVELS.indexOf(level);
  const wanted = text.trim().toLocaleLowerCase();
  return lines.filter(
    (line) =>
      LOG_LEVELS.indexOf(line.level) >= least &&
      (event === '' || line.event === event) &&
      (session === '' || line.sessionID === session) &&
      (wanted === '' || wordsOf(line).toLocaleLowerCase().includes(wanted)),
  );
}

/** By time; of the same time, the host's first and each side in its own order. */
export function mergeLines(host: readonly ShownLine[], page: readonly ShownLine[]): ShownLine[] {
  return [...host, ...page].sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}

/** As it stands in the file. */
export function lineText({ key: _key, ...line }: ShownLine): string {
  return JSON.stringify(line);
}

function wordsOf({ event, sessionID = '', data }: ShownLine): string {
  return `${event} ${sessionID} ${data ? JSON.stringify(data) : ''}`;
}
