// @vitest-environment jsdom
import { act, fireEvent, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { McpHost } from '#host-client/mcp-host.ts';
import type { McpServersState } from '#state/mcp-servers.ts';
import { createElicitationQueue } from '#tools/elicitation-queue.ts';
import type { ElicitationAnswer, Elicitation } from '#tools/mcp/elicitation.ts';
import { ElicitationDialog } from '#ui/features/tools/elicitation-dialog.tsx';
import { contentOf, fieldsOf } from '#ui/features/tools/elicitation-fields.ts';
import { requestsSecret } from '#ui/features/tools/requests-secret.ts';
import { createAgentRuns } from '#state/agent-runs.ts';
import type { AgentServices } from '#ui/data/services.ts';
import { agentRun } from '#test/fakes/agent-run.ts';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../support/render.tsx';
import { fill, press as pressButton } from '../../support/user.ts';

type Form = Extract<Elicitation, { mode: 'form' }>;

const SCHEMA: Form['schema'] = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Your name', description: 'As on the door.' },
    age: { type: 'integer', minimum: 0 },
    mail: { type: 'string', format: 'email' },
    loud: { type: 'boolean', default: true },
    size: { type: 'string', enum: ['s', 'm'], enumNames: ['Small', 'Medium'] },
    colour: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }] },
    days: { type: 'array', items: { type: 'string', enum: ['mo', 'tu'] } },
  },
  required: ['name', 'days'],
};

describe('fields of a question', () => {
  const asks = (name: string, more: object = {}) =>
    requestsSecret(fieldsOf({ type: 'object', properties: { [name]: { type: 'string', ...more } } }));

  it.each(['password', 'api_key', 'apiKey', 'accessToken', 'GITHUB_TOKEN', 'client_secret', 'pin'])(
    'that ask for a secret are told: %s',
    (name) => expect(asks(name)).toBe(true),
  );
  it('are told by title and hint too, in Korean as well', () => {
    expect(asks('x', { title: '비밀번호' })).toBe(true);
    expect(asks('x', { description: 'Your API key' })).toBe(true);
    for (const name of ['name', 'keyword', 'city', 'passenger', 'pinned', 'tokens']) expect(asks(name)).toBe(false);
    expect(asks('token', { type: 'boolean' })).toBe(false);
  });

  it('are told even where the word is split by something invisible', () => {
    expect(asks('x', { title: 'Pass\u200bword' })).toBe(true);
  });

  it('are of the kinds the protocol knows', () => {
    const fields = fieldsOf(SCHEMA);
    expect(fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'name text',
      'age integer',
      'mail text',
      'loud boolean',
      'size one',
      'colour one',
      'days many',
    ]);
    expect(fields[0]).toMatchObject({ label: 'Your name', hint: 'As on the door.', required: true });
    expect(fields[2]?.inputType).toBe('email');
    expect(fields[4]?.choices).toEqual([
      { value: 's', label: 'Small' },
      { value: 'm', label: 'Medium' },
    ]);
    expect(fields[5]?.choices).toEqual([{ value: 'r', label: 'Red' }]);
  });

  it('become what the schema asks for, or say what is missing', () => {
    const fields = fieldsOf(SCHEMA);
    const empty = { name: ' ', age: '', mail: '', loud: true, size: '', colour: '', days: [] };
    expect(contentOf(fields, empty)).toEqual({
      content: { loud: true },
      errors: { name: { wrong: 'required' }, days: { wrong: 'required' } },
    });
    expect(contentOf(fields, { ...empty, name: 'Ada', age: '36.5', days: ['mo'] }).errors).toEqual({
      age: { wrong: 'integer' },
    });
    expect(contentOf(fields, { ...empty, name: 'Ada', age: '36', size: 'm', days: ['mo', 'tu'] })).toEqual({
      content: { name: 'Ada', age: 36, loud: true, size: 'm', days: ['mo', 'tu'] },
      errors: {},
    });
  });
});

describe('an answer', () => {
  const field = (property: Record<string, unknown>) =>
    fieldsOf({ type: 'object', properties: { a: property }, required: [] } as unknown as Form['schema']);
  const read = (property: Record<string, unknown>, answer: string | string[]) =>
    contentOf(field(property), { a: answer });
  const string = (more: Record<string, unknown>) => ({ type: 'string', ...more });
  const many = { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, minItems: 2, maxItems: 2 };

  it.each<[Record<string, unknown>, string | string[], unknown]>([
    [string({ format: 'email' }), 'ada', { wrong: 'email' }],
    [string({ format: 'email' }), 'ada@local', { wrong: 'email' }],
    [string({ format: 'uri' }), 'example.com', { wrong: 'uri' }],
    [string({ format: 'uri' }), 'https://a b', { wrong: 'uri' }],
    [string({ format: 'date' }), '2026-02-30', { wrong: 'date' }],
    [string({ format: 'date-time' }), 'tomorrow', { wrong: 'date-time' }],
    [string({ minLength: 3 }), '😀😀', { wrong: 'minLength', limit: 3 }],
    [string({ maxLength: 2 }), 'abc', { wrong: 'maxLength', limit: 2 }],
    [string({ enum: ['x'] }), 'y', { wrong: 'choice' }],
    [{ type: 'number', minimum: 1 }, '0.5', { wrong: 'minimum', limit: 1 }],
    [{ type: 'integer', maximum: 9 }, '10', { wrong: 'maximum', limit: 9 }],
    [{ type: 'integer' }, '1.5', { wrong: 'integer' }],
    [{ type: 'number' }, 'many', { wrong: 'number' }],
    [many, ['a'], { wrong: 'minItems', limit: 2 }],
    [many, ['a', 'b', 'c'], { wrong: 'maxItems', limit: 2 }],
  ])('to %j that does not fit is not sent: %j', (property, answer, error) => {
    expect(read(property, answer)).toEqual({ content: {}, errors: { a: error } });
  });

  it.each<[Record<string, unknown>, string | string[], unknown]>([
    [string({ format: 'email' }), ' ada@example.com ', 'ada@example.com'],
    [string({ format: 'uri' }), 'mailto:ada@example.com', 'mailto:ada@example.com'],
    [string({ format: 'date' }), '2028-02-29', '2028-02-29'],
    [string({ maxLength: 2 }), '한글', '한글'],
    [{ type: 'number', minimum: 0, maximum: 1 }, '1', 1],
    [many, ['a', 'c'], ['a', 'c']],
  ])('to %j that fits is sent: %j', (property, answer, value) => {
    expect(read(property, answer)).toEqual({ content: { a: value }, errors: {} });
  });

  it('with a time names its second and its zone, and is the moment that was meant', () => {
    const sent = read(string({ format: 'date-time' }), '2026-11-22T13:40').content['a'];
    expect(sent).toMatch(/^2026-11-22T13:40:00[+-]\d\d:\d\d$/);
    expect(new Date(String(sent)).getTime()).toBe(new Date(2026, 10, 22, 13, 40).getTime());
    const moment = '2026-03-01T09:30:15Z';
    const initial = field(string({ format: 'date-time', default: moment }))[0]?.initial;
    const again = read(string({ format: 'date-time' }), String(initial)).content['a'];
    expect(new Date(String(again)).getTime()).toBe(new Date(moment).getTime());
  });
});

async function ask(elicitation: Elicitation, runs = createAgentRuns((fn) => fn())) {
  const queue = createElicitationQueue();
  const store = createStore<McpServersState>(() => ({
    servers: undefined,
    warnings: [],
    rules: [],
    permissions: { commands: [], folders: [], sandbox: { kind: 'none', reason: null, on: false, network: false } },
    consents: { lasts: 'kept', open: [] },
    error: null,
  }));
  const servers = { store, reload: async () => undefined, removeLater: () => ({ undo: () => undefined }) };
  const page = await render(
    <WithServices services={{ mcp: { host: {} as McpHost, servers }, agent: onlyWith<AgentServices>({ runs }) }}>
      <ElicitationDialog queue={queue} />
    </WithServices>,
  );
  const stop = new AbortController();
  let answer: ElicitationAnswer | null = null;
  await act(async () => {
    void queue.ask(elicitation, stop.signal).then((given) => (answer = given));
    await Promise.resolve();
  });
  const dialog = () => document.querySelector('[role="dialog"]');
  const press = (name: string) => pressButton(name, dialog());
  return { ...page, queue, stop, dialog, press, answer: () => answer };
}

describe('a question of a server', () => {
  const form: Elicitation = { server: 'shop', call: 'm#0', mode: 'form', message: 'Which size?', schema: SCHEMA };

  it('says who asks, and takes a no', async () => {
    const { dialog, press, answer } = await ask(form);
    expect(dialog()?.textContent).toContain('shop has a question');
    expect(dialog()?.textContent).toContain('Which size?');
    await press('Decline');
    expect(answer()).toEqual({ action: 'decline' });
    expect(dialog()).toBeNull();
  });

  it('marks the words of the server as its own, hides nothing in them, and says where the answer goes', async () => {
    const choice = { type: 'string' as const, title: 'A\u200bB', description: 'C\u2066D', enum: ['e\u202ef'] };
    const { dialog } = await ask({
      ...form,
      message: 'Baton needs \u202eyour key\n<b>now</b> ⚠\ufe0f',
      schema: { type: 'object', properties: { choice }, required: ['choice'] },
    });
    const shown = dialog()?.textContent ?? '';
    expect(shown).toContain('From shopBaton needs \\u{202e}your key\n<b>now</b> ⚠\ufe0f');
    expect(shown).toContain('Has invisible characters, spelled out here.');
    for (const text of ['A\\u{200b}B', 'C\\u{2066}D', 'e\\u{202e}f']) expect(shown).toContain(text);
    expect(shown).toContain('Your answer goes to shop.');
    expect(within(dialog() as HTMLElement).getByRole('group', { name: 'From shop' }).textContent).toContain('Choose…');
  });

  it('lets a long message scroll with the keyboard, below who asks and above the answers', async () => {
    const { dialog } = await ask({ ...form, message: 'word '.repeat(400) });
    const message = dialog()?.querySelector('p[tabindex]');
    await waitFor(() => expect(document.activeElement).toBe(message));
    expect(message?.getAttribute('tabindex')).toBe('0');
  });

  it('is not sent while something needed is missing', async () => {
    const { dialog, press, answer } = await ask(form);
    await press('Send');
    expect(answer()).toBeNull();
    // The name, and both check boxes of the days.
    expect(dialog()?.querySelectorAll('[aria-invalid="true"]')).toHaveLength(3);
    expect(dialog()?.textContent).toContain('Enter a value.');
  });

  it('finds no fault with an answer that is being changed, and Escape does not throw it away', async () => {
    const { dialog, press, answer } = await ask(form);
    await press('Send');
    const name = dialog()?.querySelector<HTMLInputElement>('[aria-invalid="true"]');
    if (!name) throw new Error('the name is not marked');
    fill(name, 'Ada');
    expect(dialog()?.querySelectorAll('[aria-invalid="true"]')).toHaveLength(2);
    await act(async () => fireEvent.keyDown(name, { key: 'Escape' }));
    expect(answer()).toBeNull();
    await pressButton('Discard');
    expect(answer()).toEqual({ action: 'cancel' });
  });

  it('takes no key of a user who writes elsewhere for an answer', async () => {
    const url: Elicitation = { server: 'shop', call: null, mode: 'url', message: 'Pay?', url: 'https://a.b' };
    const focused = async (question: Elicitation) => {
      const { dialog, unmount } = await ask(question);
      await waitFor(() => expect(dialog()?.contains(document.activeElement)).toBe(true));
      const name = document.activeElement?.tagName;
      unmount();
      return name;
    };
    expect([await focused(form), await focused(url)]).toEqual(['INPUT', 'BUTTON']);
    const box = document.body.appendChild(document.createElement('textarea'));
    box.focus();
    expect(await focused(form)).toBe('P');
    box.focus();
    expect(await focused(url)).toBe('P');
    box.remove();
  });

  it('goes away when its call is cancelled', async () => {
    const { dialog, stop, answer } = await ask(form);
    await act(async () => stop.abort());
    expect(answer()).toEqual({ action: 'cancel' });
    expect(dialog()).toBeNull();
  });

  it('shows the whole address before it opens one, and waits until the user is done there', async () => {
    const url = 'https://pay.example/confirm?id=1';
    const { dialog, press, openExternal, answer } = await ask({
      server: 'shop',
      call: null,
      mode: 'url',
      message: 'Confirm the payment.',
      url,
    });
    expect(dialog()?.textContent).toContain(url);
    expect(dialog()?.textContent).toContain('Goes to pay.example');
    expect(openExternal).not.toHaveBeenCalled();
    expect(dialog()?.textContent).not.toContain('I’m done');
    await press('Open page');
    expect(answer()).toBeNull();
    expect(document.body.textContent).toContain('I’m done');
  });

  it('is not settled by its server before the user has opened the address', async () => {
    const url = 'https://pay.example/confirm?id=1';
    const given: Elicitation = { server: 'shop', call: null, mode: 'url', message: '', url, elicitationId: 'e-1' };
    const { press, queue, answer } = await ask(given);
    await act(async () => queue.complete('shop', 'e-1'));
    await press('Open page');
    expect(answer()).toBeNull();
  });

  it('goes away once its own server says that the user is done with this question', async () => {
    const given: Elicitation = {
      server: 'shop',
      call: null,
      mode: 'url',
      message: '',
      url: 'https://a.b',
      elicitationId: 'e',
    };
    const { press, queue, answer } = await ask(given);
    await press('Open page');
    await act(async () => {
      queue.complete('other', 'e');
      queue.complete('shop', 'f');
    });
    expect(answer()).toBeNull();
    await act(async () => queue.complete('shop', 'e'));
    expect(answer()).toEqual({ action: 'accept' });
  });
});

it('says which task the question comes from', async () => {
  const runs = createAgentRuns((fn) => fn());
  const call = {
    key: 'answer#0',
    name: 'odd__ask',
    tool: null,
    state: 'running' as const,
    output: '',
    cut: false,
    waitsForUser: true,
    cancelling: false,
  };
  const run = agentRun('t', { calls: [call], task: { above: ['s'], title: 'Look it up', background: true } });
  runs.publish('t', () => run);
  const asked = { server: 'odd', mode: 'form' as const, message: 'Who?', schema: SCHEMA };
  await ask({ ...asked, call: 'answer#0' }, runs);
  expect(document.body.textContent).toContain('From the task “Look it up”');
});

it('names no task for a call of the conversation itself', async () => {
  const runs = createAgentRuns((fn) => fn());
  await ask({ server: 'odd', call: 'answer#0', mode: 'form', message: 'Who?', schema: SCHEMA }, runs);
  expect(document.body.textContent).toContain('Who?');
  expect(document.body.textContent).not.toContain('From the task');
});
