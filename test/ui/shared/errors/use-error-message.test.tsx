// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { HostError } from '#host/base/problem.ts';
import { HostProblemError } from '#host-client/host-error.ts';
import { useErrorMessage } from '#ui/shared/errors/use-error-message.ts';
import { render } from '../../support/render.tsx';

function Said({ error }: { error: unknown }) {
  return <p>{useErrorMessage()(error)}</p>;
}

it.each([
  ['window_unknown', '이 창에서는 아직 승인할 수 없어요. 이유는 위쪽 알림에 있어요.'],
  ['gesture_missing', '승인은 직접 클릭하거나 키를 눌러야 해요. 다시 시도해 주세요.'],
  ['files_busy', '이 폴더에서 명령이 아직 실행 중이에요. 끝나기를 기다리거나 중지한 뒤 다시 시도해 주세요.'],
] as const)('a refusal of the host is said in the language of the user: %s', async (code, said) => {
  const { message: title } = new HostError(code);
  const refused = new HostProblemError({ type: `urn:baton:problem:${code}`, title, status: 403, code });
  const { container } = await render(<Said error={refused} />, 'ko');
  await waitFor(() => expect(container.querySelector('p')?.textContent).toBe(said));
});
