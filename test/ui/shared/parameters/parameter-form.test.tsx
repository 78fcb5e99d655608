// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Connection } from '#contract/connection.ts';
import { ParameterForm } from '#ui/shared/parameters/parameter-form.tsx';
import { target } from '#test/core/targets.ts';
import { CONNECTION } from '#test/fakes/chat-world.ts';
import { render } from '../../support/render.tsx';

const OWN: Connection = { ...CONNECTION, vendor: 'openai', baseUrl: 'http://127.0.0.1:8000', practice: false };
const { model } = target('openai', 'own-model', { protocol: 'openai-chat', endpoint: OWN.baseUrl });
const BODY = { metadata: { tags: ['x'] } };

describe('additional request fields', () => {
  it.for([
    ['of the conversation', { body: BODY }, {}, true],
    ['of the model', {}, { body: BODY }, true],
    ['nowhere', { seed: 1 }, {}, false],
  ] as const)('are in view where there are some: %s', async ([, value, defaults, open]) => {
    await render(
      <ParameterForm
        connection={OWN}
        model={model}
        thinking="off"
        value={value}
        defaults={defaults}
        onChange={() => expect.unreachable()}
      />,
    );
    expect(screen.getByText('Advanced').closest('details')?.open).toBe(open);
  });
});
