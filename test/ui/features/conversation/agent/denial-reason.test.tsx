// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useDenialReason } from '#ui/features/conversation/agent/use-denial-reason.ts';
import { render } from '../../../support/render.tsx';
import { fill } from '../../../support/user.ts';

function Question({ call }: { call: string }) {
  const [reason, write] = useDenialReason(call);
  return <input aria-label={call} value={reason} onChange={({ target }) => write(target.value)} />;
}
const field = (call: string) => screen.getByLabelText<HTMLInputElement>(call);
const closes = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));

it('the reason of a denial is there again when its question is, and asks before the window closes', async () => {
  const { rerender } = await render(<Question key="a" call="a" />);
  expect(closes()).toBe(true);
  fill(field('a'), 'not there');
  expect(closes()).toBe(false);
  await rerender(<Question key="b" call="b" />);
  expect([field('b').value, closes()]).toEqual(['', true]);
  await rerender(<Question key="a" call="a" />);
  expect(field('a').value).toBe('not there');
});
