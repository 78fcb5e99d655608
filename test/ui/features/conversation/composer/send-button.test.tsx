// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, it } from 'vitest';
import { createStore } from 'zustand';
import { SendButton } from '#ui/features/conversation/composer/send-button.tsx';
import type { Sending } from '#ui/features/conversation/composer/use-sending.ts';
import {
  ConversationContext,
  type Activity,
  type ConversationState,
} from '#ui/features/conversation/scene/conversation-context.ts';
import type { Services } from '#ui/data/services.ts';
import { onlyWith, WithServices } from '#test/fakes/services.tsx';
import { render } from '../../../support/render.tsx';
import { click } from '../../../support/user.ts';

const services = onlyWith<Services>({
  settings: onlyWith<Services['settings']>({ store: createStore(() => ({ values: new Map<string, unknown>() })) }),
});

/** A message box whose answer begins when a message is sent, and ends when it is stopped. */
function Box() {
  const field = useRef<HTMLTextAreaElement>(null);
  const [running, setRunning] = useState(false);
  const state = onlyWith<ConversationState>({
    activity: onlyWith<Activity>({ running, queueing: false }),
    actions: onlyWith<ConversationState['actions']>({ stop: () => setRunning(false) }),
  });
  const sending = onlyWith<Sending>({ ready: true, hasty: false, send: async () => setRunning(true) });
  return (
    <ConversationContext value={state}>
      <textarea ref={field} />
      <SendButton sending={sending} field={field} />
    </ConversationContext>
  );
}

it('passes the focus to the message box, since each button ends when it is pressed', async () => {
  await render(
    <WithServices services={services}>
      <Box />
    </WithServices>,
    'en',
  );
  const press = async (name: string) => {
    const button = screen.getByRole('button', { name });
    await click(button);
    expect(screen.queryByRole('button', { name })).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  };
  await press('Send');
  await press('Stop');
});
