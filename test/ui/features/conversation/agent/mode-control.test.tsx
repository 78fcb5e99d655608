// @vitest-environment jsdom
import { fireEvent, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { AgentFlows } from '#flows/agent/agent-flows.ts';
import type { AgentServices } from '#ui/data/services.ts';
import { ModeControl } from '#ui/features/conversation/agent/mode-control.tsx';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../../support/render.tsx';

const press = () => fireEvent.keyDown(document.body, { key: 'M', code: 'KeyM', ctrlKey: true, shiftKey: true });

async function show(setMode: AgentFlows['setMode']) {
  const flows = onlyWith<AgentFlows>({ setMode });
  await render(
    <WithServices services={{ agent: onlyWith<AgentServices>({ flows }) }}>
      <ModeControl sessionId="s" mode="ask" />
    </WithServices>,
  );
}

it('the key goes on from the mode that it chose last, before that is stored', async () => {
  const setMode = vi.fn<AgentFlows['setMode']>(() => new Promise(() => undefined));
  await show(setMode);
  press();
  press();
  expect(setMode.mock.calls).toEqual([
    ['s', 'edits'],
    ['s', 'plan'],
  ]);
});

it('the key goes on from the mode that holds where one could not be set', async () => {
  const setMode = vi.fn<AgentFlows['setMode']>(() => Promise.reject(new Error('the host is gone')));
  await show(setMode);
  press();
  await waitFor(() => expect(document.body.textContent).toContain('the host is gone'));
  press();
  expect(setMode.mock.calls.map(([, mode]) => mode)).toEqual(['edits', 'edits']);
});
