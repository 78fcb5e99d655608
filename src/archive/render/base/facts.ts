import type { ModelError } from '#core/error.ts';
import { isTime } from '#core/is-time.ts';
import type { ToolCallPart } from '#core/message.ts';
import type { Outline } from './outline.ts';
import type { AttachedFrom } from '#storage/rows.ts';
import type { StoredResult } from './render-parts.ts';
import type { RenderOptions } from './render-options.ts';
import type { RenderTexts } from './render-texts.ts';

/** Cached because creating one takes longer than writing a message. */
const calendars = new Map<string, Intl.DateTimeFormat>();

/** A time in readable form; '' for an invalid one. */
export function formatTime(at: number, { texts, timeZone }: Pick<RenderOptions, 'texts' | 'timeZone'>): string {
  if (!isTime(at)) return '';
  const key = `${texts.lang} ${timeZone}`;
  let calendar = calendars.get(key);
  if (!calendar) {
    calendar = new Intl.DateTimeFormat(texts.lang, { dateStyle: 'medium', timeStyle: 'short', timeZone });
    calendars.set(key, calendar);
  }
  return calendar.format(at);
}

export const titleOf = ({ session }: Outline, { texts }: Pick<RenderOptions, 'texts'>): string =>
  oneLine(session.title) || texts.untitled;

/** Where an attachment is from; `null` for the user's own files, and where the name says it. */
export function originText(from: AttachedFrom | undefined, texts: Pick<RenderTexts, 'from'>): string | null {
  return from && !from.server.startsWith('builtin_') ? texts.from(from.server) : null;
}

/** Puts text on one line. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

export interface Fact {
  label: string;
  value: string;
}

/** The facts listed before the messages. */
export function factsOf({ session, models, left }: Outline, options: RenderOptions): Fact[] {
  const { texts, modelName, at } = options;
  const missing = [
    left.thinking && texts.leftThinking,
    left.tools && texts.leftTools,
    left.messages > 0 && texts.leftBranches(left.messages),
  ].filter((one) => one !== false);
  return [
    { label: texts.created, value: formatTime(session.createdAt, options) },
    { label: texts.updated, value: formatTime(session.updatedAt, options) },
    {
      label: texts.models,
      value: models
        .map(({ origin, answers }) => `${oneLine(modelName(origin))} (${texts.answers(answers)})`)
        .join(', '),
    },
    { label: texts.omitted, value: missing.join(', ') },
    { label: texts.exported, value: formatTime(at, options) },
  ].filter(({ value }) => value !== '');
}

export function thinkingTitle(ms: number | null, { texts }: Pick<RenderOptions, 'texts'>): string {
  return ms === null || ms < 500 ? texts.thought : texts.thoughtFor(secondsOf(ms));
}

/** Shows tenths only for short times. */
function secondsOf(ms: number): number {
  const seconds = ms / 1_000;
  return seconds < 9.95 ? Math.round(seconds * 10) / 10 : Math.round(seconds);
}

/** Arguments in readable form: indented JSON, or as they arrived if they aren't JSON. */
export function argsText({ args, rawArgs }: Pick<ToolCallPart, 'args' | 'rawArgs'>): string {
  return rawArgs ?? JSON.stringify(args ?? {}, null, 2) ?? '';
}

const SHORT_ARGS = 100;

/** Arguments on one line, to distinguish calls. */
export function argsLine({ args, rawArgs }: Pick<ToolCallPart, 'args' | 'rawArgs'>): string {
  const text =
    rawArgs ??
    (typeof args === 'object' && args !== null
      ? Object.entries(args)
          .map(
            ([name, value]) =>
              `${name}: ${typeof value === 'string' ? value.slice(0, SHORT_ARGS) : JSON.stringify(value)}`,
          )
          .join(', ')
      : (JSON.stringify(args) ?? ''));
  const line = oneLine(text.slice(0, 4 * SHORT_ARGS));
  return line.length > SHORT_ARGS ? `${line.slice(0, SHORT_ARGS).trimEnd()}…` : line;
}

/** Milliseconds. Shorter times aren't shown. */
const SHORT_TIME = 50;

/** How a call ended, in a few words: `done, 0.3 s`. */
export function callEndLabel(result: StoredResult | null, { texts }: Pick<RenderOptions, 'texts'>): string {
  if (!result) return texts.noResult;
  const { status, ms } = result.outcome ?? { status: result.isError === true ? ('error' as const) : ('ok' as const) };
  return ms === undefined || ms < SHORT_TIME
    ? texts.status[status]
    : `${texts.status[status]}, ${texts.seconds(secondsOf(ms))}`;
}

/** More about a call: the user's decision, and what is missing from its result. */
export function callNotes({ outcome, context = [] }: StoredResult, { texts }: Pick<RenderOptions, 'texts'>): string[] {
  const { decision, shortened } = outcome ?? {};
  const said = decision?.reason?.trim() ?? '';
  return [
    ...(decision ? [texts.decision[decision.given] + (said === '' ? '' : ` ${texts.reason(oneLine(said))}`)] : []),
    ...(shortened ? [texts.shortened(shortened.removedLines)] : []),
    ...(context.length > 0 ? [texts.contextFiles(context.map(({ path }) => oneLine(path)).join(', '))] : []),
  ];
}

/** Facts about a failed answer, shown after the vendor's message. */
export function errorFacts(
  { kind, status, code, requestId }: ModelError,
  { texts }: Pick<RenderOptions, 'texts'>,
): string {
  return [
    code ?? kind,
    status !== undefined && texts.errorStatus(status),
    requestId !== undefined && texts.errorRequest(requestId),
  ]
    .filter((fact) => fact !== false)
    .map(oneLine)
    .join(', ');
}

const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  while (size >= 999.5 && unit < UNITS.length - 1) {
    size /= 1_000;
    unit++;
  }
  return `${size < 9.95 && unit > 0 ? Math.round(size * 10) / 10 : Math.round(size)} ${UNITS[unit]}`;
}
