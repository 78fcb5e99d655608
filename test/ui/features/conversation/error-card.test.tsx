// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { ModelError } from '#core/error.ts';
import { reasonText } from '#core/reasons.ts';
import type { StoredMessage } from '#storage/rows.ts';
import type { Services } from '#ui/data/services.ts';
import { ErrorCard } from '#ui/features/conversation/message/error-card.tsx';
import { UnlockProvider } from '#ui/shared/secrets/unlock.tsx';
import type { Connection } from '#contract/connection.ts';
import type { ChangedConnection } from '#contract/own-connections.ts';
import { sessionRow } from '#test/fakes/session-row.ts';
import { ChatWorld, CONNECTION } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { hostWith, WithServices } from '#test/fakes/services.tsx';
import { chatScene, fakeActions, InScene } from '../../support/chat-scene.tsx';
import { render } from '../../support/render.tsx';
import { press as pressButton } from '../../support/user.ts';

const overflow: ModelError = { kind: 'context_overflow', retryable: false, message: 'prompt is too long' };
const message = { sessionId: 's', status: 'complete' as const, createdAt: 1, parts: [] };
const question: StoredMessage = { ...message, id: 'q', parentId: null, seq: 1, role: 'user' };
const answer: StoredMessage = { ...message, id: 'a', parentId: 'q', seq: 2, role: 'assistant', error: overflow };
const FACTS = {
  label: 'Claude Fable 5.2',
  source: 'Anthropic',
  practice: false,
  connectionId: 'anthropic',
  isOwn: false,
  keyUrl: null,
  model: null,
};

interface Beside {
  origin?: StoredMessage['origin'];
  services?: Partial<Services>;
}

async function show(
  language: 'en' | 'ko',
  facts: typeof FACTS | null = FACTS,
  error = overflow,
  { origin, services }: Beside = {},
) {
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  await data.db.messages.bulkAdd([
    { ...question, parentKey: 's' },
    { ...answer, parentKey: 's q' },
  ]);
  const actions = fakeActions();
  const { container } = await render(
    <WithServices services={{ ...data, ...services }}>
      <UnlockProvider>
        <InScene scene={chatScene({ actions })}>
          <ErrorCard message={{ ...answer, error, ...(origin && { origin }) }} error={error} facts={facts} last />
        </InScene>
      </UnlockProvider>
    </WithServices>,
    language,
  );
  const press = (name: string) => pressButton(name, container);
  return { container, actions, press, world, data };
}

it.each([
  ['en', 'This conversation is too long for Claude Fable 5.2'],
  ['ko', 'Claude Fable 5.2에 보내기에는 대화가 너무 길어요'],
] as const)('a conversation that is too long says for which model, in %s', async (language, title) => {
  const { container } = await show(language);
  expect(container.querySelector('h3')?.textContent).toBe(title);
});

it.each([
  ['en', 'Your newest message is too long for Claude Fable 5.2', 'about 305,123 tokens, and 158,000 are available'],
  [
    'ko',
    'Claude Fable 5.2에 보내기에는 마지막 메시지가 너무 길어요',
    '약 305,123토큰이 필요한데, 이 모델에는 158,000토큰만',
  ],
] as const)('a message that is too long by itself is not summarized, in %s', async (language, title, words) => {
  const error: ModelError = {
    ...overflow,
    code: 'message_too_long',
    message: reasonText('answer.tooLong', { tokens: 305_123, budget: 158_000 }),
  };
  const { container } = await show(language, FACTS, error);
  expect(container.querySelector('h3')?.textContent).toBe(title);
  await waitFor(() => expect(container.textContent).toContain(words));
  expect(container.textContent).not.toMatch(/Summarize|요약/);
});

it('shows the code and the status of the vendor, and none of Baton’s own', async () => {
  const refused: ModelError = { ...overflow, code: 'invalid_request_error', status: 400, vendor: 'anthropic' };
  expect((await show('en', FACTS, refused)).container.textContent).toMatch(/400.*invalid_request_error/);
  const own: ModelError = { kind: 'network', code: 'upstream_unreachable', status: 502, retryable: true, message: '' };
  expect((await show('en', FACTS, own)).container.textContent).not.toMatch(/502|upstream_unreachable/);
  const slow: ModelError = { ...own, code: 'idle_timeout', vendor: 'anthropic' };
  expect((await show('en', FACTS, slow)).container.textContent).not.toContain('idle_timeout');
});

it('names no model where none is known', async () => {
  const { container } = await show('en', null);
  expect(container.querySelector('h3')?.textContent).toBe('This conversation is too long for this model');
});

it('offers a summary first, another model, and a fork in which the question is written anew', async () => {
  const { container, actions, press } = await show('en');
  const names = () => [...container.querySelectorAll('button')].map(({ textContent }) => textContent);
  await waitFor(() =>
    expect(names()).toEqual(['Summarize and try again', 'Choose another model', 'Fork and rewrite', 'Copy details']),
  );
  await press('Summarize and try again');
  expect(actions.summarizeAndRetry.mock.calls).toEqual([['a']]);
  await press('Fork and rewrite');
  expect(actions.forkAt.mock.calls[0]?.[0]).toMatchObject({ id: 'q' });
});

it.each([
  ['en', 'Try again', 'Your key is ready'],
  ['ko', '다시 시도', '키가 준비됐어요'],
] as const)('offers to send what waited for a key as soon as one is added, in %s', async (language, name, expected) => {
  const missing: ModelError = { kind: 'auth', code: 'key_missing', retryable: false, message: 'There is no key yet.' };
  const { container, actions, press, world, data } = await show(language, null, missing);
  const connections = [...(world.connections as Connection[])];
  const [first] = connections;
  if (!first) throw new Error('no connection');
  const target = { connection: first.id, model: 'm', thinking: 'low' as const };
  const withKey = (configured: boolean) =>
    act(async () => {
      world.connections = [{ ...first, configured }];
      await data.connections.reload();
    });
  await withKey(false);
  await act(async () => void (await data.db.sessions.add({ ...sessionRow('s'), target })));
  const names = () => [...container.querySelectorAll('button')].map(({ textContent }) => textContent);
  expect(names()).not.toContain(name);
  await withKey(true);
  await waitFor(() => expect(names()[0]).toBe(name));
  expect(container.textContent).toContain(expected);
  await press(name);
  expect(actions.retry.mock.calls).toEqual([['a']]);
});

describe('a model that answers over the Responses API only', () => {
  const error: ModelError = {
    kind: 'unknown',
    retryable: false,
    vendor: 'openai',
    status: 404,
    message: 'This model is only supported in v1/responses and not in v1/chat/completions.',
  };
  const own: Connection = {
    ...CONNECTION,
    id: 'custom-1',
    label: 'Gateway',
    vendor: 'openai',
    protocol: 'openai-chat',
    baseUrl: 'https://gateway.example/v1',
    practice: false,
    custom: true,
    headers: { 'x-team': 'relay' },
  };

  async function showOf(connection: Connection, endpoint = connection.baseUrl) {
    const changeConnection = vi.fn<(id: string, given: ChangedConnection) => Promise<Connection>>(
      async () => connection,
    );
    const shown = await show('en', { ...FACTS, connectionId: own.id, isOwn: true }, error, {
      origin: { vendor: 'openai', model: 'm', endpoint },
      services: { host: hostWith({ changeConnection }) },
    });
    const target = { connection: own.id, model: 'm', thinking: 'low' as const };
    await act(async () => {
      await shown.data.db.sessions.add({ ...sessionRow('s'), target });
      shown.world.connections = [connection];
      await shown.data.connections.reload();
    });
    return { ...shown, changeConnection };
  }

  it('is asked over it after one press, with all else of the connection as it was', async () => {
    const { container, press, actions, changeConnection } = await showOf(own);
    await waitFor(() => expect(container.textContent).toContain('Use Responses and try again'));
    await press('Use Responses and try again');
    const changed = { label: 'Gateway', protocol: 'openai-responses', baseUrl: own.baseUrl, headers: own.headers };
    await waitFor(() => expect(actions.retry.mock.calls).toEqual([['a']]));
    expect(changeConnection.mock.calls).toEqual([['custom-1', changed]]);
  });

  it.each([
    ['is of Baton', { custom: false }],
    ['speaks it already', { protocol: 'openai-responses' as const }],
    ['leads to one deployment', { baseUrl: 'https://name.openai.azure.com/openai/deployments/m' }],
  ])('is only said where the connection %s', async (_name, fields) => {
    const { container } = await showOf({ ...own, ...fields });
    await waitFor(() => expect(container.textContent).toContain('Open settings'));
    expect(container.querySelector('h3')?.textContent).toBe('This model needs the Responses API');
    expect(container.textContent).not.toContain('Use Responses');
  });

  it('is only said where the connection is at another address by now', async () => {
    const { container } = await showOf(own, 'https://other.example/v1');
    await waitFor(() => expect(container.textContent).toContain('Open settings'));
    expect(container.textContent).not.toContain('Use Responses');
  });
});

it('of a server of one’s own that nobody reaches, leads to its address', async () => {
  const error: ModelError = {
    kind: 'network',
    code: 'upstream_unreachable',
    retryable: true,
    message: 'Nobody there.',
  };
  const { actions, press } = await show('en', { ...FACTS, connectionId: 'custom-1', isOwn: true }, error);
  await press('Open settings');
  expect(actions.openSettings.mock.calls).toEqual([['edit-custom-1']]);
  const { container } = await show('en', FACTS, error);
  expect(container.textContent).not.toContain('Open settings');
});
