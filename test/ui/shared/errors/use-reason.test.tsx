// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { reasonText } from '#core/reasons.ts';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import { render } from '../../support/render.tsx';

function Said({ text }: { text: string }) {
  return <p>{useReasonOrQuote()(text)}</p>;
}

it.each([
  [`${reasonText('server.exit', { code: 3 })}\nno configuration.`, '종료 코드 3으로 끝났어요. ‘no configuration.’'],
  ['Something else.\nIn two lines', '‘Something else.\nIn two lines’'],
])('quotes only what a server wrote after the reason: %j', async (text, said) => {
  const { container } = await render(<Said text={text} />, 'ko');
  await waitFor(() => expect(container.querySelector('p')?.textContent).toBe(said));
});
