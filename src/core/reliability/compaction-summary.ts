/** The sections of a summary, each a list of lines. Headings are English in every language, because code reads them. */
export const SECTIONS = ['Goal', 'Constraints', 'Decisions', 'Files', 'Facts', 'Open items'] as const;
export type Section = (typeof SECTIONS)[number];
export type Sections = Partial<Record<Section, string[]>>;

/** What code knows about the part of a conversation that a summary replaces. No model wrote it. */
export interface CompactionFacts {
  /** What the user said, verbatim, oldest first. */
  asked: string[];
  changed: string[];
  read: string[];
  attached: string[];
}

export interface CompactionSummary {
  sections: Sections;
  facts: CompactionFacts;
}

/** Maximum lines of one section. The oldest are removed first. */
const MAX_LINES: Readonly<Record<Section, number>> = {
  Goal: 8,
  Constraints: 60,
  Decisions: 40,
  Files: 60,
  Facts: 60,
  'Open items': 30,
};
const MAX_PATHS = 80;
const MAX_ASKED = 60;
/** Maximum characters of one line: a model that writes no line breaks must not fill the window. */
const MAX_LINE_LENGTH = 1_200;

/** Parses a model's summary by its headings. Text under an unknown heading counts as a fact, so nothing is lost. */
export function readSections(text: string): Sections {
  const sections: Sections = {};
  let section: Section = 'Facts';
  for (const raw of text.split('\n')) {
    const heading = headingOf(raw);
    if (heading) section = heading;
    const line = raw.trim();
    if (heading || line === '') continue;
    (sections[section] ??= []).push(line.slice(0, MAX_LINE_LENGTH));
  }
  return sections;
}

function headingOf(line: string): Section | null {
  const title = /^\s*(?:#{1,6}\s*|\*\*)?([A-Za-z ]+?)(?:\*\*)?\s*:?\s*$/.exec(line)?.[1]?.toLowerCase();
  const marked = /^\s*(?:#{1,6}\s|\*\*)/.test(line);
  return (marked && SECTIONS.find((section) => section.toLowerCase() === title)) || null;
}

/**
 * Merges the previous summary with the new one, line by line: nothing is summarized twice. A new goal and new open
 * items replace the old ones; everything else is added.
 */
export function mergeSummaries(before: CompactionSummary | null, now: CompactionSummary): CompactionSummary {
  if (!before) return { sections: capped(now.sections), facts: now.facts };
  const sections: Sections = {};
  for (const section of SECTIONS) {
    const [old = [], fresh = []] = [before.sections[section], now.sections[section]];
    const replaces = section === 'Goal' || section === 'Open items';
    sections[section] = replaces && fresh.length > 0 ? fresh : union(old, fresh);
  }
  const asked = [...before.facts.asked, ...now.facts.asked];
  const changed = union(before.facts.changed, now.facts.changed);
  return {
    sections: capped(sections),
    facts: {
      asked: [...asked.slice(0, 1), ...asked.slice(1).slice(-MAX_ASKED)],
      changed: changed.slice(-MAX_PATHS),
      read: union(before.facts.read, now.facts.read)
        .filter((path) => !changed.includes(path))
        .slice(-MAX_PATHS),
      attached: union(before.facts.attached, now.facts.attached).slice(-MAX_PATHS),
    },
  };
}

function union(old: readonly string[], fresh: readonly string[]): string[] {
  const again = new Set(fresh);
  return [...old.filter((line) => !again.has(line)), ...fresh];
}

function capped(sections: Sections): Sections {
  const newestLines = SECTIONS.map(
    (section) => [section, (sections[section] ?? []).slice(-MAX_LINES[section])] as const,
  );
  return Object.fromEntries(newestLines.filter(([, lines]) => lines.length > 0));
}

export function renderSections(sections: Sections): string {
  return SECTIONS.flatMap((section) => {
    const lines = sections[section] ?? [];
    return lines.length === 0 ? [] : [`## ${section}\n${lines.join('\n')}`];
  }).join('\n\n');
}

/** Reads what was stored beside its message. `null` when that is something else. */
export function readCompaction(value: unknown): CompactionSummary | null {
  const { sections, facts } = record(value);
  if (typeof sections !== 'object' || typeof facts !== 'object') return null;
  const [given, known] = [record(sections), record(facts)];
  const named = SECTIONS.map((section) => [section, lines(given[section])] as const);
  return {
    sections: Object.fromEntries(named.filter(([, some]) => some.length > 0)),
    facts: {
      asked: lines(known['asked']),
      changed: lines(known['changed']),
      read: lines(known['read']),
      attached: lines(known['attached']),
    },
  };
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function lines(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string') : [];
}
