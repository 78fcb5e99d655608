// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { RawBlock } from '#ui/features/conversation/message/raw-block.tsx';
import { render } from '../../support/render.tsx';

describe('a block without a part of its own', () => {
  it.each([
    ['{"name":"Me","mes":"A hidden line."}', '{\n  "name": "Me",\n  "mes": "A hidden line."\n}'],
    ['no JSON', 'no JSON'],
  ])('says its kind, and unfolded all that it holds: %s', async (data, shown) => {
    const { container } = await render(<RawBlock kind="sillytavern:hidden" data={data} />);
    expect(container.querySelector('summary')?.textContent).toBe('sillytavern:hidden');
    expect(container.querySelector('pre')?.textContent).toBe(shown);
  });
});
