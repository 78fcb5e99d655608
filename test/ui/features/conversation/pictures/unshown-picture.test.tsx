// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { StoredImage } from '#ui/features/conversation/message/stored-image.tsx';
import { UnstoredPicture } from '#ui/features/conversation/message/making-picture.tsx';
import { openTestDatabase } from '#test/fakes/page-storage.ts';
import { WithServices } from '#test/fakes/services.tsx';
import { render } from '../../../support/render.tsx';
import { press } from '../../../support/user.ts';

URL.createObjectURL = () => 'blob:picture';
URL.revokeObjectURL = () => undefined;

async function show(bytes: Blob | null) {
  const db = await openTestDatabase();
  vi.spyOn(db.blobs, 'get').mockResolvedValue(bytes ? { hash: 'hash', mime: 'image/png', bytes } : undefined);
  return render(
    <WithServices services={{ db }}>
      <StoredImage blob="hash" name="map.png" />
    </WithServices>,
  );
}

it('a stored picture that can’t be drawn says so with its name, and can be saved', async () => {
  const { container } = await show(new Blob(['damaged'], { type: 'image/png' }));
  fireEvent.error(await screen.findByRole('img', { name: 'map.png' }));
  expect(screen.queryByRole('img')).toBeNull();
  expect(container.textContent).toContain('map.png');
  expect(container.textContent).toContain('Can’t be shown here. Once saved, another program may open it.');
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await press('Save map.png');
  expect(saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual(['map.png']);
});

it('one that is no longer stored says that, and not before it was looked for', async () => {
  const { container } = await show(null);
  expect(await screen.findByText('No longer stored.')).toBeDefined();
  expect(container.textContent).toContain('map.png');
  expect(screen.queryByRole('button')).toBeNull();
});

it('one that is damaged while its answer grows has its name, too', async () => {
  const part = { type: 'image', mime: 'image/png', data: 'AAAA' } as const;
  const { container } = await render(
    <WithServices services={{ db: await openTestDatabase() }}>
      <UnstoredPicture part={part} name="Image by the model" />
    </WithServices>,
  );
  fireEvent.error(screen.getByRole('img'));
  expect(screen.queryByRole('img')).toBeNull();
  expect(container.textContent).toBe('Image by the modelCan’t be shown here.');
});
