import { homedir } from 'node:os';

const MAX_CHARS = 8000;
const FRAME = /^\s+at /;

/**
 * Name, code and places of an error. Its message is left out: it may quote what somebody wrote. The user's own folder is
 * written as `~`.
 */
export function placesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return [];
  const { name, code, stack } = error as { name?: unknown; code?: unknown; stack?: unknown };
  const frames = typeof stack === 'string' ? stack.split('\n').filter((line) => FRAME.test(line)) : [];
  return [
    ...(typeof name === 'string' ? [`error: ${name.slice(0, 100)}`] : []),
    ...(typeof code === 'string' ? [`code: ${code.slice(0, 100)}`] : []),
    ...frames.map((line) => line.trim().replaceAll(homedir(), '~')),
  ];
}

export interface ReportFacts {
  kind: string;
  at: number;
  version: string;
  mount: string;
  system: string;
  facts: Readonly<Record<string, string | number>>;
  error: unknown;
}

export function reportText({ kind, at, version, mount, system, facts, error }: ReportFacts): string {
  const lines = [
    `Baton ${version} (${mount}) on ${system}`,
    `${new Date(at).toISOString()} ${kind}`,
    ...Object.entries(facts).map(([name, value]) => `${name}: ${value}`),
    ...placesOf(error),
  ];
  return `${lines.join('\n').slice(0, MAX_CHARS)}\n`;
}
