// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { filterLines, lineText, mergeLines, NO_FILTER } from '#ui/features/log/filter-lines.ts';
import type { ShownLine } from '#ui/features/log/filter-lines.ts';
import { LogList } from '#ui/features/log/log-list.tsx';
import { render } from '../../support/render.tsx';

const line = (key: string, change: Partial<ShownLine> = {}): ShownLine => ({
  key,
  at: `2026-11-21T10:00:0${key}.000Z`,
  level: 'info',
  event: 'session.idle',
  from: 'page',
  ...change,
});

const LINES = [
  line('1'),
  line('2', { level: 'warn', event: '[session-recovery] Hook failed', sessionID: 's1', data: { error: 'Disk full' } }),
  line('3', { level: 'error', event: 'uncaught', from: 'host' }),
  line('4', { level: 'debug', sessionID: 's2' }),
];
const keys = (change: Partial<typeof NO_FILTER>) =>
  filterLines(LINES, { ...NO_FILTER, ...change }).map(({ key }) => key);

describe('lines of the log', () => {
  it('are narrowed by level, event, conversation and words, together', () => {
    expect(keys({})).toEqual(['1', '2', '3', '4']);
    expect(keys({ level: 'info' })).toEqual(['1', '2', '3']);
    expect(keys({ level: 'error' })).toEqual(['3']);
    expect(keys({ event: 'session.idle' })).toEqual(['1', '4']);
    expect(keys({ session: 's1' })).toEqual(['2']);
    expect(keys({ text: ' disk FULL ' })).toEqual(['2']);
    expect(keys({ text: 's2', level: 'warn' })).toEqual([]);
  });

  it('of host and window stand by time, and are saved as they are in the file', () => {
    const [first, second, third] = LINES;
    expect(mergeLines([line('3')], [line('2'), line('4')]).map(({ key }) => key)).toEqual(['2', '3', '4']);
    for (const one of [first, second, third]) expect(JSON.parse(lineText(one ?? line('0')))).not.toHaveProperty('key');
  });

  it('are read in their order with their level in words; what is more unfolds', async () => {
    const { container } = await render(<LogList lines={LINES} titles={new Map([['s1', 'Tides']])} />);
    const log = container.querySelector('[role="log"]');
    expect(log?.getAttribute('aria-live')).toBe('off');
    expect(log?.getAttribute('tabindex')).toBe('0');
    expect(log?.children).toHaveLength(4);
    const failed = log?.querySelector('details');
    expect(failed?.querySelector('summary')?.textContent).toMatch(/warning\[session-recovery\] Hook failedTides$/);
    expect(JSON.parse(failed?.querySelector('pre')?.textContent ?? '')).toEqual({ error: 'Disk full' });
    expect(log?.children[2]?.textContent).toMatch(/erroruncaughthost$/);
    expect(log?.querySelector('time')?.getAttribute('datetime')).toBe('2026-11-21T10:00:01.000Z');
  });
});
