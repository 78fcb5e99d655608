import { walkXml } from '../base/walk-xml.ts';

export type NumberKind = 'number' | 'percent' | 'date' | 'time' | 'date-time' | 'duration';

/** Formats that every workbook has without naming them (ECMA-376, 18.8.30). */
const BUILT_IN: Readonly<Record<number, NumberKind>> = {
  9: 'percent',
  10: 'percent',
  14: 'date',
  15: 'date',
  16: 'date',
  17: 'date',
  18: 'time',
  19: 'time',
  20: 'time',
  21: 'time',
  22: 'date-time',
  45: 'time',
  46: 'duration',
  47: 'time',
};

/** The kind of number of each cell style, by the style's index. */
export function readNumberKinds(xml: string): NumberKind[] {
  const named = new Map<number, string>();
  const kinds: NumberKind[] = [];
  let inCells = false;
  walkXml(xml, {
    open(name, { numFmtId = '0', formatCode = '' }) {
      if (name === 'numFmt') named.set(Number(numFmtId), formatCode);
      else if (name === 'cellXfs') inCells = true;
      else if (name === 'xf' && inCells) {
        const code = named.get(Number(numFmtId));
        kinds.push(code === undefined ? (BUILT_IN[Number(numFmtId)] ?? 'number') : kindOf(code));
      }
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return kinds;
}

function kindOf(code: string): NumberKind {
  const [first = ''] = code.split(';');
  // After `_` stands a character whose width is left empty, after `*` one that fills the cell.
  const shown = first.replaceAll(/"[^"]*"|[\\_*]./g, '');
  if (/\[(?:h+|m+|s+)\]/i.test(shown)) return 'duration';
  const letters = shown.replaceAll(/\[[^\]]*\]/g, '').toLowerCase();
  const hasTime = /[hs]/.test(letters);
  const hasDate = /[yd]/.test(letters) || (letters.includes('m') && !hasTime);
  if (hasDate) return hasTime ? 'date-time' : 'date';
  if (hasTime) return 'time';
  return letters.includes('%') ? 'percent' : 'number';
}

/** Excel shows no more, and stores 19.99 as 19.989999999999998. */
const MAX_DIGITS = 15;
const DAY = 86_400_000;
/** Day 0, counted so that days from March 1900 are right: Excel has a 29 February 1900. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);

/** A stored number as a user sees it: `2026-11-22`, `09:30:00`, `12.5%`; a duration in hours: `42:30:00`. */
export function formatNumber(value: string, kind: NumberKind, is1904: boolean): string {
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (kind === 'number') return /[.e]/i.test(value) ? String(Number(number.toPrecision(MAX_DIGITS))) : value;
  if (kind === 'percent') return `${Number((number * 100).toPrecision(12))}%`;
  if (kind === 'duration') return durationOf(number);
  const at = new Date(Math.round(((is1904 ? EPOCH_1904 : EPOCH_1900) + number * DAY) / 1000) * 1000);
  if (Number.isNaN(at.getTime())) return value;
  const [date = '', time = ''] = at.toISOString().split('T');
  const clock = time.slice(0, 8);
  if (kind === 'date') return date;
  return kind === 'time' ? clock : `${date} ${clock}`;
}

function durationOf(days: number): string {
  const seconds = Math.round((Math.abs(days) * DAY) / 1000);
  const [hours, ...rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const clock = [hours, ...rest.map((one) => String(one).padStart(2, '0'))].join(':');
  return days < 0 && seconds > 0 ? `-${clock}` : clock;
}
