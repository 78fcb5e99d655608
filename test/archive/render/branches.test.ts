import { describe, expect, it } from 'vitest';
import type { Overlay } from '#core/request.ts';
import { answer, conversation, user, rendered, results, text } from './conversation.ts';

const overlay = (kind: string, message: string, data?: unknown): Overlay => ({
  id: `${kind} ${message}`,
  sessionId: 's',
  target: { message },
  kind,
  reason: 'r',
  at: 1,
  ...(data !== undefined && { data }),
});

/** `one` has two answers; the first was continued, the second is shown. */
const forked = () =>
  conversation([
    user('one'),
    answer('FIRST'),
    user('GO ON'),
    answer('FIRST END'),
    answer('SECOND', { parentId: 'm1' }),
    user('another beginning', { parentId: null }),
    answer('there', { parentId: 'm6' }),
  ]);

const shown = (leafId: string) => {
  const history = forked();
  history.session.leafId = leafId;
  return history;
};

const withoutFacts = (written: string) => written.slice(written.indexOf('─'));

describe('branches', () => {
  it('are left out where they are not wanted, and counted', async () => {
    const written = await rendered('text', shown('m5'), { branches: false });
    expect(withoutFacts(written)).not.toMatch(/FIRST|GO ON|beginning/);
    expect(written).toContain('SECOND');
    expect(written).toContain('Left out: 5 messages in other branches');
    const { messages, leftOut: omitted } = JSON.parse(await rendered('json', shown('m5'), { branches: false }));
    expect(messages.map(({ id }: { id: string }) => id)).toEqual(['m1', 'm5']);
    expect(omitted.messages).toBe(5);
  });

  it('follow the shown path, and tell where they leave it', async () => {
    const written = withoutFacts(await rendered('text', shown('m5')));
    expect(
      written
        .replace(/ · .*/g, '')
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('─')),
    ).toEqual([
      '1. You',
      'one',
      '[Another branch continues from here with message 3]',
      '2. claude',
      'SECOND',
      'Other branches',
      '[Another version, after message 1]',
      '3. claude',
      'FIRST',
      '4. You',
      'GO ON',
      '5. claude',
      'FIRST END',
      '[Another start of the conversation]',
      '6. You',
      'another beginning',
      '7. claude',
      'there',
    ]);
  });

  it('are linked both ways in a page', async () => {
    const html = await rendered('html', shown('m5'));
    expect(html).toContain('Another branch continues from here with <a href="#m3">message 3</a>');
    expect(html).toContain('Another version, after <a href="#m1">message 1</a>');
    expect(html).toContain('<article class="message answer by-anthropic" id="m3"');
  });

  it('say in JSON what is shown', async () => {
    const { messages } = JSON.parse(await rendered('json', shown('m4')));
    expect(messages.map((one: { id: string; shown: boolean }) => one.shown)).toEqual([
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('leave an answer that called tools behind its results', async () => {
    const history = conversation([
      user('q'),
      answer([{ type: 'tool_call', id: 'c', name: 'f', args: {} }], { stop: 'tool' }),
      results({ type: 'tool_result', callId: 'c', text: 'r' }),
      answer('A', { stop: 'end' }),
      answer('B', { parentId: 'm3' }),
    ]);
    const written = await rendered('text', history);
    expect(written).toContain('[Another branch continues from here with message 3]');
    expect(written).toContain('[Another version, after message 2]\n─');
  });

  it('are numbered by what has a heading, and lead to the very step', async () => {
    const step = (id: string) => answer([{ type: 'tool_call', id, name: 'f', args: {} }], { stop: 'tool' });
    const history = conversation([
      user('q'),
      step('c1'),
      results({ type: 'tool_result', callId: 'c1', text: 'r' }),
      step('c2'),
      results({ type: 'tool_result', callId: 'c2', text: 'r' }),
      answer('done'),
      user('and?'),
      user('or?', { parentId: 'm5' }),
    ]);
    const headings = /^## (\d+)\. /gm;
    const written = await rendered('markdown', history);
    expect([...written.matchAll(headings)].map(([, number]) => number)).toEqual(['1', '2', '3', '4', '5']);
    const html = await rendered('html', history);
    expect(html).toContain('<a class="no" href="#m5">5</a>');
    const places = [...html.matchAll(/<article [^>]*id="([^"]+)"/g)].map(([, id]) => id);
    expect(places).toEqual(['m1', 'm2', 'm2-2', 'm3', 'm4', 'm5']);
    expect(html).toContain('<a href="#m2-2">message 2</a>');
  });

  it('do without what the user deleted', async () => {
    const history = shown('m5');
    history.overlays = [overlay('hidden', 'm2')];
    for (const format of ['text', 'json', 'html', 'markdown'] as const) {
      const written = await rendered(format, history);
      expect(written).not.toMatch(/FIRST|GO ON/);
      expect(written).toContain('another beginning');
    }
  });

  it('end at the newest message where the stored end is gone', async () => {
    expect(await rendered('text', shown('nowhere'), { branches: false })).toContain('there');
  });
});

describe('a summary', () => {
  const history = () => {
    const made = conversation([
      user('one'),
      answer('two'),
      user('', {
        author: 'automation',
        origin: { vendor: 'openai', model: 'gpt' },
        parts: [text('LINE FOR THE MODEL'), text('What was said.')],
      }),
      answer('three'),
    ]);
    made.overlays = [overlay('summary', 'm3', { kept: 0, count: 2 })];
    return made;
  };

  it('says what it stands for, and what it stands for is all there', async () => {
    for (const format of ['text', 'html', 'markdown'] as const) {
      const written = (await rendered(format, history())).replaceAll('\\', '');
      expect(written).toContain('Summary (gpt)');
      expect(written).toContain('Later requests send this instead of 2 messages above. They’re all still here.');
      expect(written).toContain('What was said.');
      expect(written).toContain('two');
      expect(written).not.toContain('LINE FOR THE MODEL');
    }
    const { messages } = JSON.parse(await rendered('json', history()));
    expect(messages[2]).toMatchObject({ author: 'summary', summary: { used: true, messages: 2 } });
  });

  it('says so when it was taken back', async () => {
    const made = history();
    made.overlays = [overlay('not-sent', 'm3')];
    expect(await rendered('text', made)).toContain('Not used: the messages above are sent instead.');
  });

  it('names the files that a message brought along', async () => {
    const made = history();
    const file = { id: 'f', kind: 'agents', path: 'src/AGENTS.md', text: 'RULES' };
    made.overlays.push(overlay('context', 'm1', { files: [file] }));
    const written = await rendered('text', made);
    expect(written).toContain('[Also sent to the model: src/AGENTS.md]');
    expect(written).not.toContain('RULES');
  });
});

it('puts thoughts that were stored on their own under one heading with the answer', async () => {
  const thought = answer([{ type: 'thinking', text: 'Hm.' }]);
  const written = await rendered('text', conversation([user('Why?'), thought, answer('So.'), user('Ah.'), thought]));
  expect(written.match(/^\d+\. [^·]+/gm)?.map((one) => one.trim())).toEqual([
    '1. You',
    '2. claude',
    '3. You',
    '4. claude',
  ]);
  expect(written).toContain('claude (2 answers)');
});
