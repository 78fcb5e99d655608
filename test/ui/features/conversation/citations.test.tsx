// @vitest-environment jsdom
import { memo, Profiler } from 'react';
import { expect, it, vi } from 'vitest';
import type { StoredMessage, StoredPart } from '#storage/rows.ts';
import { AnswerCitations, Citations } from '#ui/features/conversation/citations/citations.tsx';
import { InScene } from '../../support/chat-scene.tsx';
import { render } from '../../support/render.tsx';

const NO_PARTS: readonly StoredPart[] = [];
const rendered = vi.fn<() => void>();

/** An answer further up, which itself stays as it is. */
const Earlier = memo(function Earlier() {
  return (
    <Profiler id="earlier" onRender={rendered}>
      <AnswerCitations messageId="a" parts={NO_PARTS} live={false}>
        text
      </AnswerCitations>
    </Profiler>
  );
});

const said = (id: string, role: StoredMessage['role']) =>
  ({ id, role, parts: [] }) as Partial<StoredMessage> as StoredMessage;
const conversation = (messages: readonly StoredMessage[]) => (
  <InScene>
    <Citations messages={messages}>
      <Earlier />
    </Citations>
  </InScene>
);

it('a message more renders no other answer where nothing is cited', async () => {
  const first = [said('q', 'user'), said('a', 'assistant')];
  const { rerender } = await render(conversation(first));
  rendered.mockClear();
  await rerender(conversation([...first, said('r', 'user')]));
  expect(rendered).not.toHaveBeenCalled();
});
