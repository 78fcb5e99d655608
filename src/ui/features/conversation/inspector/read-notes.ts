import type { DescribedNote, CompileDescription } from '#flows/request/request-inspection.ts';
import { NEXT_ID } from '#flows/request/request-inspection.ts';
import { effectOf, RULES, type Effect } from './rules.ts';

export interface NoteGroup {
  rule: string;
  effect: Effect;
  notes: readonly DescribedNote[];
}

const ORDER = new Map(Object.keys(RULES).map((rule, index) => [rule, index]));

/** Groups notes by rule, the most important to the user first. */
export function groupNotes(notes: readonly DescribedNote[]): NoteGroup[] {
  const groups = new Map<string, DescribedNote[]>();
  for (const note of notes) {
    const group = groups.get(note.rule);
    if (group) group.push(note);
    else groups.set(note.rule, [note]);
  }
  return [...groups]
    .map(([rule, own]) => ({ rule, effect: effectOf(rule), notes: own }))
    .sort((a, b) => (ORDER.get(a.rule) ?? -1) - (ORDER.get(b.rule) ?? -1));
}

export const ofEffect = (groups: readonly NoteGroup[], ...effects: Effect[]): NoteGroup[] =>
  groups.filter(({ effect }) => effects.includes(effect));

export const countNotes = (groups: readonly NoteGroup[]): number =>
  groups.reduce((count, { notes }) => count + notes.length, 0);

export interface Summary {
  /** Messages that are sent, and how many of them word for word. */
  sent: number;
  unchanged: number;
  /** Content that is sent in another form. */
  converted: number;
  /** Content that doesn't reach the model. */
  stays: number;
  /** Messages before the window. */
  left: number;
}

/** The report in four numbers. Messages that differ only in form count as kept. */
export function summarize(report: Pick<CompileDescription, 'notes' | 'inside' | 'left'>): Summary {
  const changed = new Set<string | undefined>();
  let converted = 0;
  let stays = 0;
  for (const { rule, message } of report.notes) {
    const effect = effectOf(rule);
    if (effect === 'form' || effect === 'request') continue;
    changed.add(message);
    if (effect === 'stays') stays += 1;
    else converted += 1;
  }
  const sent = report.inside.filter((id) => id !== NEXT_ID);
  const unchanged = sent.filter((id) => !changed.has(id)).length;
  return { sent: sent.length, unchanged, converted, stays, left: report.left };
}

/** The notes about each message that change more than its form. */
export function notesByMessage(notes: readonly DescribedNote[]): Map<string, DescribedNote[]> {
  const byMessage = new Map<string, DescribedNote[]>();
  for (const note of notes) {
    const effect = effectOf(note.rule);
    if (note.message === undefined || effect === 'form' || effect === 'request') continue;
    const own = byMessage.get(note.message);
    if (own) own.push(note);
    else byMessage.set(note.message, [note]);
  }
  return byMessage;
}
