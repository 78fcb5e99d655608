// @vitest-environment jsdom
import { act, fireEvent } from '@testing-library/react';
import { type ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ModelError } from '#core/error.ts';
import type { StreamingAnswer } from '#state/streaming-answers.ts';
import type { StoredMessage } from '#storage/rows.ts';
import type { ChatStatus } from '#ui/features/conversation/scene/chat-context.ts';
import { Comparison } from '#ui/features/conversation/compare/comparison.tsx';
import { InspectorContext } from '#ui/features/conversation/inspector/inspector-context.ts';
import { UnlockProvider } from '#ui/shared/secrets/unlock.tsx';
import { ChatWorld } from '#test/fakes/chat-world.ts';
import { createPageData } from '#test/fakes/page-data.tsx';
import { WithServices } from '#test/fakes/services.tsx';
import { chatScene, fakeActions, InScene, QUIET_REPORTS } from '../../support/chat-scene.tsx';
import { render } from '../../support/render.tsx';
import { click } from '../../support/user.ts';

const media = { narrow: false };
beforeEach(() => {
  media.narrow = false;
  window.matchMedia = vi.fn<typeof window.matchMedia>((query) =>
    Object.assign(new EventTarget(), {
      matches: media.narrow && query.includes('width'),
      media: query,
      onchange: null,
      addListener: () => undefined,
      removeListener: () => undefined,
    }),
  );
});

const BUSY: ModelError = { kind: 'overloaded', retryable: true, message: 'Overloaded', vendor: 'anthropic' };
const text = (content: string): StoredMessage['parts'] => [{ type: 'text', text: content }];
const THOUGHT: StoredMessage['parts'] = [{ type: 'thinking', text: 'Hm.' }];

let seq = 1;
const answer = (model: string, over: Partial<StoredMessage> = {}): StoredMessage => ({
  id: `of-${model}`,
  sessionId: 's',
  parentId: 'q',
  seq: (seq += 1),
  role: 'assistant',
  parts: text(`said by ${model}`),
  status: 'complete',
  stop: 'end',
  createdAt: 1,
  completedAt: 2,
  origin: { vendor: 'anthropic', model },
  ...over,
});

interface Shown {
  undecided?: boolean;
  messages?: readonly StoredMessage[];
  status?: Partial<ChatStatus>;
  language?: 'en' | 'ko';
}

async function show(
  answers: readonly StoredMessage[],
  { undecided = true, messages = [], status, language }: Shown = {},
) {
  const world = await ChatWorld.open();
  const data = await createPageData(world, world.window());
  const actions = fakeActions();
  const onClose = vi.fn<() => void>();
  const inChat = (content: ReactNode) => (
    <WithServices services={data}>
      <InspectorContext value={QUIET_REPORTS}>
        <UnlockProvider>
          <InScene scene={chatScene({ actions })} {...(status && { status })}>
            {content}
          </InScene>
        </UnlockProvider>
      </InspectorContext>
    </WithServices>
  );
  const view = (given: readonly StoredMessage[]) => (
    <Comparison questionId="q" answers={given} undecided={undecided} messages={messages} onClose={onClose} />
  );
  const { rerender, unmount } = await render(inChat(view(answers)), language);
  return {
    actions,
    onClose,
    data,
    unmount,
    update: (given: readonly StoredMessage[]) => rerender(inChat(view(given))),
  };
}

function named(role: string, name: string): HTMLElement {
  const all = [...document.querySelectorAll<HTMLElement>(role)];
  const found = all.find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name);
  if (!found) throw new Error(`no ${role} ${name} in ${all.map((one) => one.textContent).join(' | ')}`);
  return found;
}
const column = (at: number, of: number, model: string) => named('article', `Answer ${at} of ${of}: ${model}`);
const foot = (of: HTMLElement) => of.querySelector(':scope > footer');
/** The buttons at the foot of a column. */
const offered = (of: HTMLElement) =>
  [...(foot(of)?.querySelectorAll('button') ?? [])].map((one) => `${one.textContent}${one.disabled ? ' (off)' : ''}`);
const press = (name: string) => click(named('button', name));
const key = (on: HTMLElement, name: string) => act(async () => void fireEvent.keyDown(on, { key: name }));

describe('answers side by side', () => {
  it('are a region of columns that say whose they are, and the one that is chosen is gone on with', async () => {
    const { actions } = await show([answer('claude'), answer('gpt')]);
    expect(named('section', 'Compared answers').textContent).toContain('Pick an answer to continue.');
    expect(column(1, 2, 'claude').getAttribute('aria-busy')).toBe('false');
    expect(column(2, 2, 'gpt').textContent).toContain('said by gpt');
    expect(offered(column(2, 2, 'gpt'))).toEqual(['Continue with this']);
    await press('Continue with this: gpt');
    expect(actions.chooseAnswer.mock.calls).toEqual([['of-gpt']]);
  });

  it('are reached with arrows, chosen with Enter and left with Escape', async () => {
    const { actions, onClose } = await show([answer('claude'), answer('gpt'), answer('mute', { parts: [] })]);
    const [first, second, third] = [column(1, 3, 'claude'), column(2, 3, 'gpt'), column(3, 3, 'mute')];
    act(() => first.focus());
    await key(first, 'ArrowRight');
    expect(document.activeElement).toBe(second);
    await key(second, 'ArrowRight');
    await key(third, 'ArrowRight');
    expect(document.activeElement).toBe(third);
    await key(third, 'Enter');
    expect(actions.chooseAnswer).not.toHaveBeenCalled();
    await key(third, 'ArrowLeft');
    await key(second, 'Enter');
    expect(actions.chooseAnswer.mock.calls).toEqual([['of-gpt']]);
    await key(second, 'Escape');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('stay while Escape stops what is on its way', async () => {
    const { onClose } = await show([answer('claude'), answer('gpt', { status: 'streaming' })], {
      status: { running: true },
    });
    await key(column(1, 2, 'claude'), 'Escape');
    expect(onClose).not.toHaveBeenCalled();
  });

  it('say which of them the conversation goes on with, and offer the others', async () => {
    const [claude, gpt] = [answer('claude'), answer('gpt')];
    await show([claude, gpt], { undecided: false, messages: [gpt] });
    expect(foot(column(2, 2, 'gpt'))?.textContent).toBe('The conversation continues here');
    expect(offered(column(1, 2, 'claude'))).toEqual(['Continue with this']);
  });

  it('can only be read where another window writes', async () => {
    await show([answer('claude'), answer('gpt', { error: BUSY, parts: [] })], { status: { readOnly: true } });
    expect(offered(column(1, 2, 'claude'))).toEqual(['Continue with this (off)']);
    expect(offered(column(2, 2, 'gpt'))).toEqual(['Ask again (off)']);
  });
});

describe('one that is being written', () => {
  it('is stopped for itself', async () => {
    const growing = answer('gpt', { status: 'streaming', parts: [] });
    const { actions, data } = await show([answer('claude'), growing], { status: { running: true } });
    // As far as this window knows, another window is writing it.
    expect(offered(column(2, 2, 'gpt'))).toEqual(['Stop (off)']);
    const run: StreamingAnswer = {
      sessionId: 's',
      messageId: growing.id,
      phase: 'answering',
      startedAt: 1,
      parts: [{ type: 'text', text: 'so far' }],
    };
    await act(async () => data.liveRuns.store.setState({ runs: new Map([[growing.id, run]]) }));
    expect(column(2, 2, 'gpt').getAttribute('aria-busy')).toBe('true');
    expect(column(2, 2, 'gpt').textContent).toContain('so far');
    await press('Stop: gpt');
    expect(actions.stopAnswer.mock.calls).toEqual([['of-gpt']]);
    await act(async () =>
      data.liveRuns.store.setState({ runs: new Map([[growing.id, { ...run, phase: 'stopping' }]]) }),
    );
    expect(offered(column(2, 2, 'gpt'))).toEqual(['Stop (off)']);
  });

  it('is told to screen readers when it has come to its end, and how', async () => {
    const growing = (model: string) => answer(model, { status: 'streaming' });
    const { update } = await show([growing('a'), growing('b'), growing('c')], { status: { running: true } });
    const announced = () => document.querySelector('output[aria-live]')?.textContent;
    await update([answer('a'), growing('b'), growing('c')]);
    expect(announced()).toBe('a has answered.');
    await update([answer('a'), answer('b', { error: BUSY }), answer('c', { stop: 'aborted' })]);
    expect(announced()).toBe('b couldn’t answer. c’s answer was stopped.');
    await update([answer('a'), growing('b')]);
    await update([answer('a'), answer('b', { status: 'interrupted' })]);
    expect(announced()).toBe('b’s answer was stopped.');
  });
});

describe('one that came to nothing', () => {
  const failed = answer('gpt', { error: BUSY, parts: [], stop: 'error' });

  it('says what happened, is asked again by itself, and is nothing to go on with', async () => {
    const { actions } = await show([answer('claude'), failed]);
    const gpt = column(2, 2, 'gpt');
    expect(gpt.querySelector('[role="group"]')?.getAttribute('aria-label')).toBe('The answer failed');
    expect(gpt.textContent).toContain('anthropic is overloaded');
    expect(gpt.textContent).toContain('Trying again in a moment usually works.');
    expect(offered(gpt)).toEqual(['Ask again']);
    await press('Ask again: gpt');
    expect(actions.retryCompared.mock.calls).toEqual([['of-gpt']]);
    expect(actions.retry).not.toHaveBeenCalled();
    expect(offered(column(1, 2, 'claude'))).toEqual(['Continue with this']);
  });

  it('asks another model beside it, and leaves the model of the conversation alone', async () => {
    const { actions } = await show([answer('claude'), failed]);
    expect([...column(2, 2, 'gpt').querySelectorAll('[role="group"] button')].map((one) => one.textContent)).toEqual([
      'Ask another model…',
      'Copy details',
    ]);
    await press('Ask another model…');
    expect(actions.askBeside.mock.calls).toEqual([[failed]]);
    expect(actions.pickModel).not.toHaveBeenCalled();
  });

  it('counts down where the vendor asked for patience', async () => {
    const late = { ...failed, error: { ...BUSY, retryAfterMs: 60_000 }, completedAt: Date.now() };
    await show([answer('claude'), late]);
    expect(offered(column(2, 2, 'gpt'))[0]).toMatch(/^Ask again \((59|60) s\)$/);
  });

  it.each([
    ['said nothing', { parts: [] }, 'The model returned an empty answer.'],
    ['was stopped while it thought', { parts: THOUGHT, stop: 'aborted' }, 'This answer was stopped.'],
    ['was interrupted before it began', { parts: [], status: 'interrupted' }, 'This answer was interrupted'],
    [
      'was ended by another window before it began',
      { parts: [], status: 'interrupted', stop: 'aborted' },
      'The answer stopped because the conversation moved to another window.',
    ],
    ['was cut while it thought', { parts: THOUGHT, stop: 'length' }, 'Hit the length limit'],
  ] as const)('says so where it %s', async (_how, over, expected) => {
    await show([answer('claude'), answer('gpt', { ...over, parts: [...over.parts] })]);
    expect(column(2, 2, 'gpt').textContent).toContain(expected);
    expect(offered(column(2, 2, 'gpt'))).toEqual(['Ask again']);
    expect(document.body.textContent).not.toContain('Continue to get');
  });

  it('waits for its turn where something else is on its way, and joins the others where they are', async () => {
    const { update } = await show([answer('claude'), failed], { status: { running: true } });
    expect(offered(column(2, 2, 'gpt'))).toEqual(['Ask again (off)']);
    await update([answer('claude', { status: 'streaming' }), failed]);
    expect(offered(column(2, 2, 'gpt'))).toEqual(['Ask again']);
  });

  it('says what is left to do where none has answered', async () => {
    await show([answer('claude', { parts: [] }), failed]);
    expect(named('section', 'Compared answers').textContent).toContain(
      'No model has answered. Ask again, or go back and change your question.',
    );
  });
});

describe('one that does not say all of it', () => {
  it.each([
    ['failed half-way', { error: BUSY, stop: 'error' }, 'It was cut off.', '끝나기 전에 끊겼어요.'],
    ['was stopped', { stop: 'aborted' }, 'It was stopped.', '답변이 중지됐어요.'],
    ['was cut', { stop: 'length' }, 'Hit the length limit.', '최대 길이에 도달했어요.'],
    ['declined', { stop: 'refusal' }, 'The model declined to answer.', '모델이 답변을 거절했어요.'],
    [
      'was interrupted',
      { status: 'interrupted' },
      'Baton closed before it was finished, or another window took over.',
      '답변이 끝나기 전에 Baton이 닫혔거나 대화가 다른 창으로 옮겨졌어요.',
    ],
  ] as const)(
    'says that it %s where it is chosen, and can be gone on with or asked again',
    async (_how, over, en, ko) => {
      const { actions, unmount } = await show([answer('claude'), answer('gpt', over)]);
      const gpt = column(2, 2, 'gpt');
      expect(foot(gpt)?.textContent).toContain(en);
      expect(offered(gpt)).toEqual(['Continue with this', 'Ask again']);
      await key(gpt, 'Enter');
      expect(actions.chooseAnswer.mock.calls).toEqual([['of-gpt']]);
      await press('Ask again: gpt');
      expect(actions.retryCompared.mock.calls).toEqual([['of-gpt']]);
      // Continuing would use the model of the conversation, so the button appears only once the answer is chosen.
      expect([...gpt.querySelectorAll('button')].map((one) => one.textContent)).not.toContain('Continue to get');
      unmount();
      await show([answer('claude'), answer('gpt', over)], { language: 'ko' });
      expect(document.body.textContent).toContain(ko);
    },
  );
});

describe('one that was asked again', () => {
  const failed = answer('gpt', { error: BUSY, parts: [] });
  const again = answer('gpt', { id: 'again', status: 'streaming', parts: [] });

  it('takes the focus of the one that it replaces', async () => {
    const { update } = await show([answer('claude'), failed, answer('gemini')]);
    act(() => named('button', 'Ask again: gpt').focus());
    await update([answer('claude'), again, answer('gemini')]);
    expect(document.activeElement).toBe(column(2, 3, 'gpt'));
  });

  it('comes into view beside the others, and leaves the focus where it is', async () => {
    const shown: Element[] = [];
    const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      shown.push(this);
    });
    const { update } = await show([answer('claude'), answer('gpt', { stop: 'aborted' })]);
    const button = named('button', 'Ask again: gpt');
    act(() => button.focus());
    await update([answer('claude'), answer('gpt', { stop: 'aborted' }), again]);
    expect(shown).toEqual([column(3, 3, 'gpt')]);
    expect(document.activeElement).toBe(button);
    scroll.mockRestore();
  });
});

describe('where there is room for one', () => {
  const tabs = () => [...document.querySelectorAll<HTMLElement>('[role="tab"]')];
  const open = () => tabs().find((tab) => tab.getAttribute('aria-selected') === 'true')?.textContent;

  it('they are tabs that say which are on their way and which came to nothing', async () => {
    media.narrow = true;
    await show([
      answer('claude'),
      answer('gpt', { error: BUSY, parts: [] }),
      answer('gemini', { status: 'streaming' }),
    ]);
    expect(document.querySelector('[role="tablist"]')?.getAttribute('aria-label')).toBe('Compared answers');
    expect(tabs().map((tab) => tab.textContent)).toEqual(['claude', 'gptno answer', 'geminianswering']);
    expect(document.querySelectorAll('article')).toHaveLength(1);
    await click(tabs()[1]);
    expect(offered(column(2, 3, 'gpt'))).toEqual(['Ask again']);
  });

  it('the tab that was asked again stays open', async () => {
    media.narrow = true;
    const { update } = await show([answer('claude'), answer('gpt', { error: BUSY, parts: [] })]);
    await click(tabs()[1]);
    await update([answer('claude'), answer('gpt', { id: 'again', status: 'streaming', parts: [] })]);
    expect(open()).toBe('gptanswering');
    expect(column(2, 2, 'gpt').getAttribute('aria-busy')).toBe('true');
  });
});
