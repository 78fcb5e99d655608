// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { AgentFlows } from '#flows/agent/agent-flows.ts';
import { createAgentRuns, type AgentRuns } from '#state/agent-runs.ts';
import type { Drafts } from '#state/drafts.ts';
import type { Settings } from '#state/settings.ts';
import type { AgentServices, Services } from '#ui/data/services.ts';
import { ApprovalCard } from '#ui/features/conversation/agent/approval-card.tsx';
import { QuickConversation } from '#ui/features/conversation/quick/quick-conversation.tsx';
import { QuickView } from '#ui/features/conversation/quick/quick-view.tsx';
import { ConversationContext, type ConversationState } from '#ui/features/conversation/scene/conversation-context.ts';
import { agentRun, approval, runEnd } from '#test/fakes/agent-run.ts';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { sessionRow } from '#test/fakes/session-row.ts';
import { render } from '../../support/render.tsx';
import { press } from '../../support/user.ts';

const inside = vi.hoisted(() => ({ foot: null as unknown }));
vi.mock(import('#ui/features/conversation/conversation-foot.tsx'), () => ({
  ConversationFoot: () => inside.foot as never,
}));
vi.mock(import('#ui/features/conversation/conversation-body.tsx'), () => ({ ConversationBody: () => <i /> }));
vi.mock(import('#ui/features/conversation/conversation-dialogs.tsx'), () => ({ ConversationDialogs: () => <i /> }));
vi.mock(import('#ui/features/conversation/announce/live-announcer.tsx'), () => ({ LiveAnnouncer: () => <i /> }));
vi.mock(import('#ui/features/conversation/quick/attach-bar.tsx'), () => ({ AttachBar: () => <i /> }));
vi.mock(import('#ui/features/conversation/quick/use-quick-session.ts'), () => ({
  useQuickSession: () => ({ id: null, begin: () => undefined, leave: () => undefined }),
}));

let runs: AgentRuns;
let decided: unknown[];
let busy: boolean;
const begin = vi.fn<() => void>();
const leave = vi.fn<() => void>();
const stop = vi.fn<() => void>();

beforeEach(() => {
  runs = createAgentRuns((publish) => publish());
  decided = [];
  busy = false;
  for (const one of [begin, leave, stop]) one.mockReset();
  window.location.hash = '#/quick';
  inside.foot = (
    <>
      <textarea data-composer="s" aria-label="Message" />
      <textarea aria-label="Edited" />
      <ApprovalCard sessionId="s" approval={{ ...approval('k'), askedAt: 0 }} more={0} task={null} />
    </>
  );
});

async function show(canHide = true) {
  const settings: Settings = {
    store: createStore(() => ({ values: new Map<string, unknown>() })),
    set: async () => undefined,
    close: () => undefined,
  };
  const services: Partial<Services> = {
    settings,
    drafts: onlyWith<Drafts>({ flush: async () => undefined }),
    agent: onlyWith<AgentServices>({
      runs,
      flows: onlyWith<AgentFlows>({ decide: async (...given) => void decided.push(given) }),
    }),
  };
  const state = onlyWith<ConversationState>({
    session: sessionRow('s'),
    messages: [{ id: 'm' } as never],
    model: onlyWith<ConversationState['model']>({ name: 'Model' }),
    activity: { readOnly: false, running: false } as never,
    panels: { beside: null } as never,
    comparison: { shown: null } as never,
    actions: onlyWith<ConversationState['actions']>({ stop }),
    isBusy: () => busy,
    announced: '',
    composerRef: { current: null },
  });
  return render(
    <WithServices services={services}>
      <ConversationContext value={state}>
        <QuickConversation quick={{ id: 's', begin, leave }} canHide={canHide} />
      </ConversationContext>
    </WithServices>,
  );
}

const frame = () => act(async () => new Promise((resolve) => setTimeout(resolve, 60)));
const hash = () => window.location.hash;

it('leaves the keys of a question to it, and the question names the real ones', async () => {
  await show();
  // A question that has just appeared takes no keys.
  await act(async () => new Promise((resolve) => setTimeout(resolve, 700)));
  const deny = screen.getByRole('button', { name: 'Deny' });
  expect(screen.getByText(/Ctrl\+Enter allows once.*Esc hides this window/)).toBeDefined();
  fireEvent.keyDown(deny, { key: 'Enter', ctrlKey: true });
  expect(decided).toEqual([['s', 'k', { allow: 'once' }]]);
  expect(leave).not.toHaveBeenCalled();
  expect(hash()).toBe('#/quick');
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Edited' }), { key: 'Enter', ctrlKey: true });
  expect(leave).not.toHaveBeenCalled();
  fireEvent.keyDown(deny, { key: 'Escape' });
  expect(hash()).toBe('#/quick/away');
});

it('says in a browser that Escape stops the run', async () => {
  await show(false);
  expect(screen.getByText(/Esc stops the run/)).toBeDefined();
});

it('Escape stops in a browser what was just begun, and nothing else', async () => {
  await show(false);
  const message = screen.getByRole('textbox', { name: 'Message' });
  fireEvent.keyDown(message, { key: 'Escape' });
  expect(stop).not.toHaveBeenCalled();
  busy = true;
  fireEvent.keyDown(message, { key: 'Escape' });
  expect(stop).toHaveBeenCalledTimes(1);
});

it('stays with a run that may ask, and continues in Baton once that was stopped', async () => {
  const run = agentRun('s', { approvals: [approval('k')] });
  runs.publish('s', () => run);
  await show();
  await press('Continue in Baton');
  await press('New question');
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Message' }), { key: 'Enter', ctrlKey: true });
  expect([leave, begin].flatMap(({ mock }) => mock.calls)).toEqual([]);
  expect(hash()).toBe('#/quick');
  expect(await screen.findAllByText('A run is still going in this window')).not.toEqual([]);
  await press('Stop and continue');
  expect(stop).toHaveBeenCalledTimes(1);
  expect(leave).not.toHaveBeenCalled();
  await act(async () => runs.end(runEnd(run, { kind: 'cancelled' })));
  await waitFor(() => expect(hash()).toBe('#/s/s'));
  expect(leave).toHaveBeenCalledTimes(1);
});

it('continues in Baton at once where nothing can ask', async () => {
  await show();
  fireEvent.keyDown(screen.getByRole('textbox', { name: 'Message' }), { key: 'Enter', ctrlKey: true });
  await waitFor(() => expect(hash()).toBe('#/s/s'));
});

it('takes the focus to the message box only from where nobody writes', async () => {
  await show();
  await frame();
  const reason = screen.getByPlaceholderText('Reason for denying (optional)');
  reason.focus();
  fireEvent(window, new Event('focus'));
  await frame();
  expect(document.activeElement).toBe(reason);
  act(() => reason.blur());
  fireEvent(window, new Event('focus'));
  await frame();
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
});

it('hides by Escape before there is a conversation, where it can hide', async () => {
  vi.stubGlobal('requestIdleCallback', () => 0);
  vi.stubGlobal('cancelIdleCallback', () => undefined);
  const shown = await render(<QuickView canHide={false} />);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(hash()).toBe('#/quick');
  shown.unmount();
  await render(<QuickView canHide />);
  fireEvent.keyDown(document.body, { key: 'Escape' });
  expect(hash()).toBe('#/quick/away');
});
