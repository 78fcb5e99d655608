import type { Element, RootContent } from 'hast';
import { htmlText, parseHtml, type Nodes } from '#markdown/from-html.ts';
import type { JsonRead } from './json-values.ts';

/*
 * "My Activity" of Google Takeout in its usual form: a page of cells, one per activity. Cells are converted to the JSON
 * form so that one importer reads both.
 */

const CELL = '<div class="outer-cell';

/** Maximum characters of one cell, and before the first one. The longest answers and styles are far below. */
const MAX_LENGTH = 16 * 1024 ** 2;

/** Yields the activities of a page in their JSON form; none for any other page. */
export async function* takeoutValues(text: AsyncIterable<string>): AsyncGenerator<JsonRead> {
  let buffer = '';
  let at = 0;
  let inside = false;
  let before = 0;
  for await (const piece of text) {
    buffer += piece;
    if (!inside && (before += piece.length) > MAX_LENGTH) return;
    for (
      let next = buffer.indexOf(CELL, inside ? CELL.length : 0);
      next >= 0;
      next = buffer.indexOf(CELL, CELL.length)
    ) {
      if (inside) yield { ok: true, value: activityOf(buffer.slice(0, next)), at: ++at };
      buffer = buffer.slice(next);
      inside = true;
    }
    // Styles come before the first cell.
    if (!inside) buffer = buffer.slice(-CELL.length);
    if (buffer.length > MAX_LENGTH) {
      yield { ok: false, reason: `one activity of more than ${MAX_LENGTH} characters`, at: ++at };
      [buffer, inside] = ['', false];
    }
  }
  if (inside) yield { ok: true, value: activityOf(buffer), at: ++at };
}

interface HtmlActivity {
  header: string;
  title: string;
  /** ISO; `unknown` if the text isn't understood, '' if there is none. */
  time: string;
  safeHtmlItem: { html: string }[];
  attachedFiles: string[];
}

function activityOf(cell: string): HtmlActivity {
  const root = parseHtml(cell);
  const header = htmlText(byClass(root, 'header-cell') ?? { type: 'text', value: '' });
  const content = byClass(root, 'content-cell');
  const { lines, time, rest, files } = asked(content?.children ?? []);
  const from = rest[0]?.position?.start.offset;
  const to = rest.at(-1)?.position?.end.offset;
  const html = from === undefined || to === undefined ? '' : cell.slice(from, to);
  return {
    header,
    title: lines.join('\n').trim(),
    time,
    safeHtmlItem: html.trim() === '' ? [] : [{ html }],
    attachedFiles: files,
  };
}

interface Asked {
  lines: string[];
  time: string;
  rest: RootContent[];
  files: string[];
}

/** The question ends with a line that is a time; the answer follows. */
function asked(nodes: readonly RootContent[]): Asked {
  const lines: string[] = [];
  const files: string[] = [];
  let line: RootContent[] = [];
  for (const [index, node] of nodes.entries()) {
    const ends = (node.type === 'element' && node.tagName === 'br') || index === nodes.length - 1;
    if (!ends || node.type === 'text') line.push(node);
    if (!ends) continue;
    const said = line.map((one) => htmlText(one)).join('');
    const time = readTime(said);
    if (time !== null) return { lines, time, rest: nodes.slice(index + 1), files };
    const linked = line.flatMap((one) =>
      one.type === 'element' && one.tagName === 'a' ? [one.properties['href']] : [],
    );
    const local = linked.filter((href): href is string => typeof href === 'string' && !/^[a-z]+:/i.test(href));
    files.push(...local);
    if (local.length === 0 && !/^Attached \d+ files?\.?$/i.test(said.trim())) lines.push(said);
    line = [];
  }
  const last = lines.findIndex((one) => /\d{1,2}:\d{2}:\d{2}/.test(one) && /\b20\d\d\b/.test(one));
  return last < 0
    ? { lines, time: '', rest: [], files }
    : { lines: lines.slice(0, last), time: 'unknown', rest: [], files };
}

/** Minutes east of Greenwich; daylight saving time has names of its own. */
const ZONES: Readonly<Record<string, number>> = {
  UTC: 0,
  GMT: 0,
  BST: 60,
  CET: 60,
  CEST: 120,
  EET: 120,
  EEST: 180,
  MSK: 180,
  IST: 330,
  JST: 540,
  KST: 540,
  AEST: 600,
  AEDT: 660,
  EST: -300,
  EDT: -240,
  CST: -360,
  CDT: -300,
  MST: -420,
  MDT: -360,
  PST: -480,
  PDT: -420,
};

const ENGLISH = /^([A-Z][a-z]{2}) (\d{1,2}), (\d{4}), (\d{1,2}):(\d{2}):(\d{2})\s*([AP]M)?\s*(\S+)?$/;
const BRITISH = /^(\d{1,2}) ([A-Z][a-z]{2,3}) (\d{4}), (\d{1,2}):(\d{2}):(\d{2})\s*(\S+)?$/;
const KOREAN = /^(\d{4})\. (\d{1,2})\. (\d{1,2})\. (오전|오후) (\d{1,2}):(\d{2}):(\d{2})\s*(\S+)?$/;
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** Parses the time of an activity as pages in English and Korean write it. */
function readTime(line: string): string | null {
  const said = line.replaceAll(/[\u00A0\u202F]/g, ' ').trim();
  const month = (name: string) => MONTHS.indexOf(name.slice(0, 3)) / 3 + 1;
  const english = ENGLISH.exec(said);
  if (english) {
    const [, name = '', day, year, hour, minute, second, half, zone] = english;
    return iso([year, month(name), day], [hour, minute, second], half === undefined ? null : half === 'PM', zone);
  }
  const british = BRITISH.exec(said);
  if (british) {
    const [, day, name = '', year, hour, minute, second, zone] = british;
    return iso([year, month(name), day], [hour, minute, second], null, zone);
  }
  const korean = KOREAN.exec(said);
  if (!korean) return null;
  const [, year, number, day, half, hour, minute, second, zone] = korean;
  return iso([year, number, day], [hour, minute, second], half === '오후', zone);
}

function iso(date: unknown[], clock: unknown[], afternoon: boolean | null, zone = 'UTC'): string | null {
  const [year = 0, month = 0, day = 0] = date.map(Number);
  const [hour = 0, minute = 0, second = 0] = clock.map(Number);
  const hours = afternoon === null ? hour : (hour % 12) + (afternoon ? 12 : 0);
  const offset = /^(?:GMT|UTC)([+-])(\d{1,2})(?::(\d{2}))?$/.exec(zone);
  const east = offset
    ? (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0))
    : (ZONES[zone] ?? 0);
  const time = Date.UTC(year, month - 1, day, hours, minute - east, second);
  return Number.isFinite(time) ? new Date(time).toISOString() : null;
}

function byClass(root: Nodes, name: string): Element | null {
  const open: Nodes[] = [root];
  for (let node = open.shift(); node; node = open.shift()) {
    if (node.type === 'element') {
      const { className } = node.properties;
      if (Array.isArray(className) && className.includes(name)) return node;
    }
    if ('children' in node) open.unshift(...node.children);
  }
  return null;
}
